/** @module pending-preview: the diff of a pending approval, shown to its requester each time that the call is repeated. */
import { Refusal } from '../../../schemas/errors.ts';
import { PlanDocument } from '../../../schemas/governance.ts';
import { assignedNames } from '../../approval/plan-digest.ts';
import type { GovernedCall } from '../../engine/call/governed-call.ts';
import type { PlanReply, Replies } from '../../engine/protocol.ts';
import type { GateWork } from '../call/context.ts';
import { previewData, type Preview } from './preview-data.ts';

const UNCHECKED =
  'the pending approval was requested without these checks: its approver does not see their results';

/** At most this many entries of each list of a plan are shown; its approver sees all. */
const ENTRIES_SHOWN = 20;

/** At most this many names are listed in a warning. */
const NAMES_LISTED = 10;

/**
 * Diff and warnings of the plan under a pending approval.
 *
 * @param planned the plan of this call; null for the repeated reply to an idempotency key, which was not planned again
 */
export async function pendingPreview<View>(
  parts: GateWork<View>,
  call: GovernedCall<View>,
  approval_id: string,
  planned: PlanReply | null,
): Promise<Preview & { readonly planned: Preview['data'] }> {
  const record = await parts.reader.approval(approval_id);
  if (record === null) {
    throw new Error(`the pending approval ${approval_id} is not in the store`);
  }
  const pending = PlanDocument.parse(JSON.parse(record.plan));
  const planData =
    call.tool.type === 'command' && call.tool.showsPending === true
      ? withShortLists(pending.data)
      : {};
  const names = planned === null ? [] : nameWarnings(pending, planned.document);
  try {
    const { preview, checks } = await previewOf(parts, call, pending, planned);
    const { data, warnings } = previewData(preview, pending);
    const unchecked = checks !== null && pending.checks === undefined ? [UNCHECKED] : [];
    return {
      data: checks === null ? data : { ...data, checks },
      planned: planData,
      warnings: [...names, ...pending.warnings, ...warnings, ...unchecked],
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const outdated =
      'the model has changed since this was requested, and its preview can no longer be computed';
    return { data: {}, planned: planData, warnings: [...names, ...pending.warnings, outdated] };
  }
}

/** The data of a plan with the first entries of each list, as previews show them. */
function withShortLists(data: PlanDocument['data']): Preview['data'] {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.slice(0, ENTRIES_SHOWN) : value,
    ]),
  );
}

/** The preview of the plan of this call if it was planned; else that of the pending plan on the current model. */
async function previewOf<View>(
  { engine }: GateWork<View>,
  call: GovernedCall<View>,
  pending: PlanDocument,
  planned: PlanReply | null,
): Promise<Replies['show']> {
  if (planned === null) return await engine('show', call, { plan: pending });
  const { preview, checks } = planned;
  if (preview !== null) return { preview, checks };
  // The keeper requires an approval for changes of the last hour, which the engine does not know.
  return { ...(await engine('show', call, { plan: planned.document })), checks };
}

/** Warns that the pending plan does not assign some names of this call, and states which names it assigns. */
function nameWarnings(pending: PlanDocument, requested: PlanDocument): readonly string[] {
  const inPlan = assignedNames(pending);
  const lost = [...assignedNames(requested)].flatMap(([name, of]) =>
    inPlan.get(name) === of ? [] : [name],
  );
  if (lost.length === 0) return [];
  const assigned = inPlan.size === 0 ? 'no names' : nameList([...inPlan.keys()]);
  return [
    `an approval of this change is already pending, requested with different names: it assigns ${assigned}, but not ${nameList(lost)} of this call`,
  ];
}

function nameList(names: readonly string[]): string {
  const first = names.slice(0, NAMES_LISTED).map((name) => `\`$${name}\``);
  const more = names.length - first.length;
  return `${first.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
