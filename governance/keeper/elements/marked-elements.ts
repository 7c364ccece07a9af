/** @module marked-elements: whether marks name elements that exist before or after a plan. */
import { manifestElements } from '../../../kernel/base/manifest/manifest-elements.ts';
import { listed } from '../../../kernel/base/text/id-list.ts';
import type { LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import { manifestsOf } from '../../../schemas/element-changes.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { EventChecks } from '../../../schemas/event-checks.ts';
import { touchedIds } from '../../../schemas/events.ts';
import type { Mark, PlanDocument } from '../../../schemas/governance.ts';
import { elementAt, type CheckedLog } from './element-states.ts';
import { baseOf } from './planned-manifests.ts';

/** Maximum number of unknown ids in a refusal; the others are counted. */
const NAMED_MAX = 10;

/**
 * Refuses ELEMENT_NOT_FOUND if a mark names an element or level that neither the events of the plan name, nor the branch of
 * the plan has, nor a branch that the plan discards.
 */
export async function assertMarked(
  { checks }: { readonly checks: () => Promise<EventChecks> },
  tx: LedgerTransaction,
  plan: PlanDocument,
  marks: readonly Mark[],
): Promise<void> {
  const planned = new Set(plan.events.flatMap(touchedIds));
  const named = marks.flatMap(({ element_id, level_id }) => [element_id ?? [], level_id ?? []]);
  let unknown = [...new Set(named.flat())].filter((id) => !planned.has(id));
  if (unknown.length === 0) return;
  const log: CheckedLog = { read: tx, checks: await checks() };
  const branches = discardedBy(plan);
  const exists = async (id: string): Promise<boolean> => {
    if ((await elementAt(log, baseOf(plan), id)) !== null) return true;
    for (const branch of branches) {
      const moment = { branch, until: Number.MAX_SAFE_INTEGER };
      if ((await elementAt(log, moment, id)) !== null) return true;
    }
    return false;
  };
  const missing: string[] = [];
  for (const id of unknown) if (!(await exists(id))) missing.push(id);
  unknown = missing;
  for (const sha256 of new Set(plan.events.flatMap(manifestsOf))) {
    if (unknown.length === 0) return;
    const read = await manifestElements((n) => tx.blobPart(sha256, n));
    const brought = new Set(read?.elements.map(({ id }) => id));
    unknown = unknown.filter((id) => !brought.has(id));
  }
  if (unknown.length === 0) return;
  throw new Refusal(
    'ELEMENT_NOT_FOUND',
    `the marks name ${listed(unknown, NAMED_MAX)}, which the branch has neither before nor after the plan`,
    'mark elements that `plumbline approvals show ID` or `plumbline show` lists; nothing was recorded',
    { element_ids: unknown.slice(0, NAMED_MAX) },
  );
}

/** Branches that the plan discards: their elements are part of what it deletes. */
function discardedBy({ events }: PlanDocument): readonly string[] {
  return events.flatMap((event) => (event.type === 'branch.discarded' ? [event.payload.name] : []));
}
