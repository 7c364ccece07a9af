/** @module read-approval: reads the keeper's copy of an approval by its id or a part of it, and checks its plan against its digest. */
import { idsWith, MIN_SHORT_ID } from '../../../governance/approval/short-ids.ts';
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import { type ApprovalRecord, PlanDocument } from '../../../schemas/governance.ts';
import { CliFailure } from '../failure.ts';
import type { Desk, ListedApproval, ReadingDesk } from './desk.ts';

/** An approval whose plan text hashes to its digest; `comment_count`: the number of comments, if it is from a list. */
export type ReadApproval = {
  readonly record: ApprovalRecord;
  readonly plan: PlanDocument;
  readonly comment_count?: number;
};

/** Maximum number of approvals in a list. */
export const LIST_LIMIT = 1000;

/**
 * The keeper's own copy of an approval, by its id or a unique beginning or end of it. Throws CliFailure: exit 1 for no or
 * several matches, exit 3 if the plan to be shown is not the one to be signed.
 */
export async function readApproval(desk: Desk, idPart: string): Promise<ReadApproval> {
  const record =
    (await desk.approval(idPart)) ?? (await desk.approval(await wholeId(desk, idPart)));
  if (record === null) throw await unknownApproval(desk, idPart);
  const { approval_id } = record;
  // A hub may answer with any approval: only the requested one is read, shown and signed.
  if (approval_id !== idPart && idsWith(idPart, [approval_id]).length === 0) {
    throw new CliFailure(
      `requested \`${printable(idPart)}\`, received the approval \`${printable(approval_id)}\``,
      'sign nothing; the hub or keeper is not genuine or is broken',
      { exit: 3 },
    );
  }
  return { record, plan: checkedPlan(record) };
}

/** The id that begins or ends with the given text; the text itself if no id does. */
async function wholeId(desk: Desk, idPart: string): Promise<string> {
  const ids = await desk.idsWith(idPart);
  if (ids.length <= 1) return ids[0] ?? idPart;
  throw new CliFailure(
    `\`${printable(idPart)}\` matches ${ids.length} ids: ${quotedIds(ids)}`,
    'give more characters of the id; its last digits distinguish approvals of the same minute',
  );
}

/** An approval of a list with its plan, compared with its digest. Throws CliFailure like `checkedPlan`. */
export async function withPlan(
  desk: Pick<ReadingDesk, 'planText'>,
  listed: ListedApproval,
): Promise<ReadApproval> {
  const { comment_count = 0, ...head } = listed;
  const record = { ...head, plan: await desk.planText(listed) };
  return { record, plan: checkedPlan(record), comment_count };
}

/** The end of an id. Ids begin with their time, so those of one minute have equal beginnings. */
export function shortId(approval_id: string): string {
  return approval_id.slice(-8);
}

function quotedIds(ids: readonly string[]): string {
  return ids
    .slice(0, 5)
    .map((id) => `\`${id}\``)
    .join(', ');
}

async function unknownApproval(desk: Desk, idPart: string): Promise<CliFailure> {
  const pending = (await desk.approvals('pending', 5)).map(({ approval_id }) => approval_id);
  return new CliFailure(
    `unknown approval \`${printable(idPart)}\`, expected an id or at least ${MIN_SHORT_ID} characters of one`,
    pending.length === 0
      ? 'there are no pending approvals; `plumbline approvals list --all` shows earlier ones'
      : `pending: ${quotedIds(pending)}`,
  );
}

/** The plan of a record. Throws CliFailure with exit code 3 if text and digest differ. */
function checkedPlan({ approval_id, plan, plan_digest }: ApprovalRecord): PlanDocument {
  if (sha256Hex(plan) !== plan_digest) {
    throw new CliFailure(
      `the plan of \`${printable(approval_id)}\` does not have the digest ${printable(plan_digest)}: the store was edited`,
      'sign nothing; run `plumbline audit verify`',
      { exit: 3 },
    );
  }
  const read = PlanDocument.safeParse(JSON.parse(plan));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new CliFailure(
    `the plan of \`${printable(approval_id)}\` contains a value that this version does not know, at ${printable(issue?.path.join('.') ?? '')}`,
    'use the version of plumbline that planned it, or a newer one',
  );
}
