/** @module checked-plan: plans of approvals, checked against their digests. */
import { sha256Hex } from '../../kernel/base/canonical/hash.ts';
import { printable } from '../../kernel/base/text/printable.ts';
import { type ApprovalRecord, PlanDocument } from '../../schemas/governance.ts';
import type { ListedApproval, ReadingDesk } from './reading-desk.ts';

/** An approval whose plan text hashes to its digest; `comment_count`: the number of comments, if it is from a list. */
export type ReadApproval = {
  readonly record: ApprovalRecord;
  readonly plan: PlanDocument;
  readonly comment_count?: number;
};

/** Maximum number of approvals in a list. */
export const LIST_LIMIT = 1000;

/** A plan that cannot be shown, with the next step for the person; `edited`: its text is not the one of its digest. */
export class PlanFault extends Error {
  readonly next: string;
  readonly edited: boolean;
  constructor(message: string, next: string, edited: boolean) {
    super(message);
    this.name = 'PlanFault';
    this.next = next;
    this.edited = edited;
  }
}

/** An approval of a list with its plan, compared with its digest. Throws PlanFault like `checkedPlan`. */
export async function withPlan(
  desk: Pick<ReadingDesk, 'planText'>,
  listed: ListedApproval,
): Promise<ReadApproval> {
  const { comment_count = 0, ...head } = listed;
  const record = { ...head, plan: await desk.planText(listed) };
  return { record, plan: checkedPlan(record), comment_count };
}

/** The plan of a record. Throws PlanFault if text and digest differ, or if this version does not know its form. */
export function checkedPlan({ approval_id, plan, plan_digest }: ApprovalRecord): PlanDocument {
  if (sha256Hex(plan) !== plan_digest) {
    throw new PlanFault(
      `the plan of \`${printable(approval_id)}\` does not have the digest ${printable(plan_digest)}: the store was edited`,
      'sign nothing; run `plumbline audit verify`',
      true,
    );
  }
  const read = PlanDocument.safeParse(JSON.parse(plan));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new PlanFault(
    `the plan of \`${printable(approval_id)}\` contains a value that this version does not know, at ${printable(issue?.path.join('.') ?? '')}`,
    'use the version of plumbline that planned it, or a newer one',
    false,
  );
}
