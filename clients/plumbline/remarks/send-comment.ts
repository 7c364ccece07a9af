/** @module send-comment: signs one person's comment on the plan that was read, and sends it. */
import type { KeyObject } from 'node:crypto';

import { signComment } from '../../../governance/approval/comment.ts';
import type { CommentReply } from '../../../governance/keeper/protocol/protocol.ts';
import type { Mark } from '../../../schemas/governance.ts';
import type { ReadApproval } from '../../../servers/approvals/checked-plan.ts';
import type { Desk } from '../approvals/desk.ts';
import { signForTerm } from '../sign-for-term.ts';

/** The signer of a comment, and its content. */
type Remark = {
  readonly approver: string;
  readonly key: KeyObject;
  readonly text: string;
  readonly marks: Mark[] | undefined;
};

/** Signs a comment on an approval that was read and checked, and returns the keeper's reply. */
export async function sendComment(
  desk: Desk,
  { record: { approval_id, plan_digest } }: ReadApproval,
  { approver, key, text, marks }: Remark,
): Promise<CommentReply> {
  const commented_at = new Date().toISOString();
  const { workspace_id } = (await desk.people()).workspace;
  const said = { approver, text, ...(marks === undefined ? {} : { marks }), commented_at };
  return await signForTerm(desk.term, (challenge) => {
    const statement = { ...said, workspace_id, approval_id, plan_digest, challenge };
    const signature = signComment(key, statement);
    return desk.comment({ approval_id, comment: { ...said, challenge, signature } });
  });
}
