/** @module read-approval: an approval as the keeper has it, found by its id or a part of it, its plan checked against its digest. */
import { SHORT_LEAST } from '../../../governance/approval/short-ids.ts';
import { sha256Hex } from '../../../kernel/canonical/hash.ts';
import { type ApprovalRecord, PlanDocument } from '../../../schemas/governance.ts';
import { CliFailure } from '../failure.ts';
import { printable } from '../printable.ts';
import type { Desk, ListedApproval } from './desk.ts';

/** An approval whose plan text hashes to its digest. */
export type ReadApproval = { readonly record: ApprovalRecord; readonly plan: PlanDocument };

/** Most approvals that a list shows. */
export const LIST_LIMIT = 1000;

/**
 * The keeper's own copy of an approval, by its id or as much of its beginning or end as is unique. Throws CliFailure: exit 1 when there
 * is none or more than one, exit 3 when the plan that would be shown is not the one that would be signed.
 */
export async function readApproval(desk: Desk, given: string): Promise<ReadApproval> {
  const record = (await desk.approval(given)) ?? (await desk.approval(await wholeId(desk, given)));
  if (record === null) throw await unknownApproval(desk, given);
  const { approval_id } = record;
  // A hub answers what it likes: what is read, shown and signed is what was asked for.
  if (!approval_id.startsWith(given) && !approval_id.endsWith(given)) {
    throw new CliFailure(
      3,
      `asked for \`${printable(given)}\`, got the approval \`${printable(approval_id)}\``,
      'sign nothing; the hub or keeper that answers is false or broken',
    );
  }
  return { record, plan: checkedPlan(record) };
}

/** The id that begins or ends with what was given; that itself where none does. */
async function wholeId(desk: Desk, given: string): Promise<string> {
  const ids = await desk.idsWith(given);
  if (ids.length <= 1) return ids[0] ?? given;
  throw new CliFailure(
    1,
    `got \`${printable(given)}\`, which is a part of ${ids.length} ids: ${named(ids)}`,
    'give more of the id; its last digits tell approvals of the same minute apart',
  );
}

/** An approval of a list with its plan, which is compared with its digest. Throws CliFailure as `checkedPlan`. */
export async function withPlan(desk: Desk, listed: ListedApproval): Promise<ReadApproval> {
  const record = { ...listed, plan: await desk.planText(listed) };
  return { record, plan: checkedPlan(record) };
}

/** The end of an id: ids begin with their time, so that those of one minute begin alike. */
export function shortId(approval_id: string): string {
  return approval_id.slice(-8);
}

function named(ids: readonly string[]): string {
  return ids
    .slice(0, 5)
    .map((id) => `\`${id}\``)
    .join(', ');
}

async function unknownApproval(desk: Desk, given: string): Promise<CliFailure> {
  const pending = (await desk.approvals('pending', 5)).map(({ approval_id }) => approval_id);
  return new CliFailure(
    1,
    `got no approval \`${printable(given)}\`, want the id of one, or at least ${SHORT_LEAST} characters of it`,
    pending.length === 0
      ? 'nothing waits now; `plumbline approvals list --all` shows the past'
      : `waiting now: ${named(pending)}`,
  );
}

/** The plan of a record. Throws CliFailure with exit code 3 when text and digest differ. */
function checkedPlan({ approval_id, plan, plan_digest }: ApprovalRecord): PlanDocument {
  if (sha256Hex(plan) !== plan_digest) {
    throw new CliFailure(
      3,
      `the plan of \`${printable(approval_id)}\` does not have the digest ${printable(plan_digest)}: the store was edited`,
      'sign nothing; run `plumbline audit verify`',
    );
  }
  const read = PlanDocument.safeParse(JSON.parse(plan));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new CliFailure(
    1,
    `the plan of \`${printable(approval_id)}\` has something that this version does not know, at ${printable(issue?.path.join('.') ?? '')}`,
    'read it with the version of plumbline that planned it, or a newer one',
  );
}
