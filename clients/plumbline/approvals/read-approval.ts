/** @module read-approval: an approval as the keeper has it, found by its id or a part of it, its plan checked against its digest. */
import { sha256Hex } from '../../../kernel/canonical/hash.ts';
import { type ApprovalRecord, PlanDocument } from '../../../schemas/governance.ts';
import { CliFailure } from '../failure.ts';
import { printable } from '../printable.ts';
import type { Session } from '../session.ts';

/** An approval whose plan text hashes to its digest. */
export type ReadApproval = { readonly record: ApprovalRecord; readonly plan: PlanDocument };

/** Most approvals that a list shows. */
export const LIST_LIMIT = 1000;

/** What every id begins with, and how much of the rest a shortened one must have. */
const PREFIX = 'apr_';
const SHORT_LEAST = 4;

/**
 * The keeper's own copy of an approval, by its id or as much of its beginning or end as is unique. Throws CliFailure: exit 1 when there
 * is none or more than one, exit 3 when the plan that would be shown is not the one that would be signed.
 */
export async function readApproval(session: Session, given: string): Promise<ReadApproval> {
  const keeper = await session.keeper();
  const record = await keeper.approval(wholeId(session, given));
  if (record === null) throw unknownApproval(session, given);
  return { record, plan: checkedPlan(record) };
}

/** The id that begins or ends with what was given; that itself where none does. */
function wholeId({ reader }: Session, given: string): string {
  const part = given.startsWith(PREFIX) ? given.slice(PREFIX.length) : given;
  if (part.length < SHORT_LEAST || reader.approval(given) !== null) return given;
  const ids = reader
    .approvals(null, Number.MAX_SAFE_INTEGER)
    .map(({ approval_id }) => approval_id)
    .filter((id) => id.startsWith(`${PREFIX}${part}`) || (part === given && id.endsWith(part)));
  if (ids.length <= 1) return ids[0] ?? given;
  throw new CliFailure(
    1,
    `got \`${printable(given)}\`, which is a part of ${ids.length} ids: ${named(ids)}`,
    'give more of the id; its last digits tell approvals of the same minute apart',
  );
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

function unknownApproval(session: Session, given: string): CliFailure {
  const pending = session.reader.approvals('pending', 5).map(({ approval_id }) => approval_id);
  return new CliFailure(
    1,
    `got no approval \`${printable(given)}\`, want the id of one, or at least ${SHORT_LEAST} characters of it`,
    pending.length === 0
      ? 'nothing waits now; `plumbline approvals list --all` shows the past'
      : `waiting now: ${named(pending)}`,
  );
}

/** The plan of a record. Throws CliFailure with exit code 3 when text and digest differ. */
export function checkedPlan({ approval_id, plan, plan_digest }: ApprovalRecord): PlanDocument {
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
