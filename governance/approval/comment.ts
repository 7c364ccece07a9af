/** @module comment: the statement that an approver signs to comment on a pending approval. */
import type { Mark } from '../../schemas/governance.ts';
import { statementForm } from './statement-text.ts';

/** Everything the signature covers. `plan_digest` covers the whole effect. */
export type CommentStatement = {
  readonly workspace_id: string;
  readonly approval_id: string;
  /** 64 hex digits. */
  readonly plan_digest: string;
  readonly text: string;
  /** Absent if there are none. */
  readonly marks?: readonly Mark[] | undefined;
  /** Registered name of the approver. */
  readonly approver: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly commented_at: string;
  /** Binds it to the keeper's present term (`challengeAt`). */
  readonly challenge: string;
};

const COMMENT = statementForm<CommentStatement>('comment', {
  workspace_id: true,
  approval_id: true,
  plan_digest: true,
  text: true,
  marks: 'optional',
  approver: true,
  commented_at: true,
  challenge: true,
});

/** The canonical text of a comment, its signature by an approver, and the check of that signature. */
export const { text: commentText, sign: signComment, verify: verifyComment } = COMMENT;
