/** @module comment-states: replays the comments on approvals, and checks each by the rules of its time. */
import { verifyComment } from '../../approval/comment.ts';
import { hasExpired } from '../../approval/machine.ts';
import { type ApprovalStates, historyOf, isRegisteredKey } from '../approval-states.ts';
import type { CommentedEntry } from '../governing.ts';

/**
 * Applies a comment; reports one without a valid signature of an active approver, one on an approval that has ended, one that
 * does not continue the comments before it, and a repeated one.
 */
export function applyCommented(states: ApprovalStates, entry: CommentedEntry): void {
  const { registry, report } = states;
  const { approval_id, plan_digest, comment, seq } = entry;
  const history = historyOf(states, entry, ['pending']);
  if (history === null) return;
  const workspace_id = registry.workspace()?.workspace_id ?? '';
  const statement = { ...comment, workspace_id, approval_id, plan_digest };
  const who = `comment ${entry.number} of \`${comment.approver}\` on \`${approval_id}\``;
  if (!isRegisteredKey(states, comment)) {
    report('approval_signature', seq, `${who} is not by an active approver's registered key`);
  } else if (!verifyComment(comment.public_key, statement, comment.signature)) {
    report('approval_signature', seq, `${who} has an invalid signature`);
  }
  if (hasExpired(history.opened.plan, Date.parse(entry.at))) {
    report('approval_mismatch', seq, `${who} was made after the approval had expired`);
  }
  const { last, signatures } = history.comments;
  if (entry.number !== signatures.length + 1 || entry.previous !== last) {
    report('approval_mismatch', seq, `${who} does not continue the comments before it`);
  }
  if (signatures.includes(comment.signature)) {
    report('approval_mismatch', seq, `${who} repeats an earlier comment`);
  }
  const comments = { last: seq, signatures: [...signatures, comment.signature] };
  states.approvals.set(approval_id, { ...history, comments });
}
