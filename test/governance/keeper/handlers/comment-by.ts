/** @module comment-by: comments on approvals as the client of an approver signs them. */
import { signComment } from '../../../../governance/approval/comment.ts';
import type { CommentReply } from '../../../../governance/keeper/protocol/protocol.ts';
import type { KeyPair } from '../../../../kernel/base/canonical/signature.ts';
import type { Mark } from '../../../../schemas/governance.ts';
import type { Person, Workspace } from './workspace.ts';

/** Parts of a comment that differ from one with the text `look again` that is signed now. */
type CommentChanges = {
  readonly text?: string;
  readonly marks?: Mark[];
  readonly commented_ms?: number;
  readonly plan_digest?: string;
  readonly challenge?: string;
  readonly keys?: KeyPair;
};

/** Signs a comment of a person on an approval and sends it to the keeper. */
export async function commentBy(
  ws: Workspace,
  approval_id: string,
  by: Person,
  changes: CommentChanges = {},
): Promise<CommentReply> {
  const { text = 'look again', commented_ms = ws.now_ms, challenge = ws.challenge() } = changes;
  const record = await ws.transact((tx) => tx.approval(approval_id));
  const marks = changes.marks === undefined ? {} : { marks: changes.marks };
  const commented_at = new Date(commented_ms).toISOString();
  const said = { text, ...marks, commented_at, challenge, approver: by.record.name };
  const signature = signComment((changes.keys ?? by.keys).privateKey, {
    ...said,
    workspace_id: 'ws-1',
    approval_id,
    plan_digest: changes.plan_digest ?? record?.plan_digest ?? '',
  });
  return ws.transact((tx) =>
    ws.handlers.comment(tx, { approval_id, comment: { ...said, signature } }),
  );
}
