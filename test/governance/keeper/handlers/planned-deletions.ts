/** @module planned-deletions: whether a plan deletes elements, as a gate with a model knows it. */
import { ElementStates } from '../../../../governance/keeper/elements/element-states.ts';
import {
  deletesElements,
  plannedElements,
} from '../../../../governance/keeper/handlers/event-rules.ts';
import { comparedVersions } from '../../../../governance/keeper/handlers/plan-checks.ts';
import { eventChecks } from '../../../../kernel/building/model/checks/building-checks.ts';
import type { LedgerTransaction } from '../../../../kernel/ledger/ledger.ts';
import { isExchange } from '../../../../schemas/element-changes.ts';
import type { PlanDocument } from '../../../../schemas/governance.ts';

/** Whether the manifests of a plan delete elements; true for a plan that a keeper refuses. */
export async function deletesByManifests(
  tx: LedgerTransaction,
  plan: PlanDocument,
): Promise<boolean> {
  if (!plan.events.some(isExchange)) return false;
  const context = { checks: async () => eventChecks, elements: new ElementStates() };
  try {
    const { unwritten } = await comparedVersions(tx, plan);
    return deletesElements(plan, await plannedElements(context, tx, { plan, unwritten }));
  } catch {
    return true;
  }
}
