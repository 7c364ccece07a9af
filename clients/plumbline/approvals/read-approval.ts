/** @module read-approval: reads the keeper's copy of an approval by its id or a part of it. */
import { idsWith, MIN_SHORT_ID } from '../../../governance/approval/short-ids.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import { checkedPlan, type ReadApproval } from '../../../servers/approvals/checked-plan.ts';
import { CliFailure } from '../failure.ts';
import type { Desk } from './desk.ts';

/**
 * The keeper's own copy of an approval, by its id or a unique beginning or end of it. Throws CliFailure: exit 1 for no or
 * several matches, exit 3 for another approval than the requested one; throws PlanFault like `checkedPlan`.
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
