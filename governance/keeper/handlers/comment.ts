/** @module comment: records the signed comment of one person on a pending approval, which stays pending. */
import type { LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { type ApprovalRecord, type Comment, COMMENTS_MAX } from '../../../schemas/governance.ts';
import { commentPointer } from '../../approval/approval-counters.ts';
import { verifyComment } from '../../approval/comment.ts';
import { openAppender } from '../../audit/append.ts';
import { maskRefusal, maskSecrets } from '../../audit/entry.ts';
import { commentsOf, type NumberedComment } from '../../audit/remarks/comments.ts';
import { assertMarked } from '../elements/marked-elements.ts';
import type { CommentReply, CommentRequest } from '../protocol/protocol.ts';
import { refusable, type HandlersContext } from './context.ts';
import { pendingApproval, presentSigner } from './pending-approval.ts';
import { pointTo } from './records/counters.ts';

/** A valid comment, or one that was recorded before. */
type CheckedComment =
  | { readonly repeated: number }
  | {
      readonly repeated: null;
      readonly record: ApprovalRecord;
      readonly comment: Comment;
      readonly number: number;
    };

/**
 * Handles one comment inside the keeper's transaction. A refused comment is recorded on the chain too; a comment that is sent
 * again is recorded once, also after its approval has ended.
 */
export async function comment(
  context: HandlersContext,
  tx: LedgerTransaction,
  request: CommentRequest,
): Promise<CommentReply> {
  const { approval_id, via } = request;
  const checked = await refusable(() => check(context, tx, request));
  const audit = openAppender(tx);
  const at = context.now().toISOString();
  const origin = via === undefined ? {} : { via };
  if ('status' in checked) {
    await audit.write(at, {
      kind: 'approval',
      outcome: 'refused',
      ...origin,
      ...maskRefusal(checked.refusal),
      ...maskSecrets({ approval_id, approver: request.comment.approver, request: 'comment' }),
    });
    return checked;
  }
  if (checked.repeated !== null) {
    return { status: 'commented', approval_id, number: checked.repeated, repeated: true };
  }
  const { record, number } = checked;
  const { seq } = await audit.write(at, {
    kind: 'approval',
    step: 'commented',
    outcome: record.status,
    approval_id,
    plan_digest: record.plan_digest,
    comment: checked.comment,
    number,
    previous: await tx.counter(commentPointer(approval_id)),
    ...origin,
  });
  await pointTo(tx, commentPointer(approval_id), seq);
  context.moved(record);
  return { status: 'commented', approval_id, number, repeated: false };
}

async function check(
  context: HandlersContext,
  tx: LedgerTransaction,
  { approval_id, comment: sent, via }: CommentRequest,
): Promise<CheckedComment> {
  const before = await commentsOf(tx, approval_id);
  const same = before.find(({ signature }) => signature === sent.signature);
  if (same !== undefined) return { repeated: same.number };
  const { record, plan } = await pendingApproval(context, tx, approval_id);
  const { workspace, approver } = await presentSigner(context, tx, {
    ...sent,
    signed_at: sent.commented_at,
    via,
  });
  const { workspace_id } = workspace;
  const { plan_digest } = record;
  const statement = { ...sent, workspace_id, approval_id, plan_digest };
  if (!verifyComment(approver.public_key, statement, sent.signature)) {
    throw new Refusal(
      'SIGNATURE_INVALID',
      `the signature of \`${approver.name}\` over this comment is invalid`,
      'look at the approval again and sign with the registered key',
    );
  }
  assertRoom(approval_id, before);
  await assertMarked(context, tx, plan, sent.marks ?? []);
  const { name, user_id, public_key } = approver;
  const { text, marks, commented_at, challenge, signature } = sent;
  return {
    repeated: null,
    record,
    number: before.length + 1,
    comment: {
      approver: name,
      user_id,
      public_key,
      text,
      ...(marks === undefined ? {} : { marks }),
      commented_at,
      challenge,
      signature,
    },
  };
}

function assertRoom(approval_id: string, before: readonly NumberedComment[]): void {
  if (before.length < COMMENTS_MAX) return;
  throw new Refusal(
    'OUT_OF_RANGE',
    `the approval \`${approval_id}\` has ${before.length} comments; expected fewer than ${COMMENTS_MAX} before another one`,
    'approve or reject it',
    { approval_id },
  );
}
