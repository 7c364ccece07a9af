/** @module hourly: predicts from the log whether the changes of the last hour make an approval necessary. */
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import type { AgentRecord, PlanDocument, WorkspaceRecord } from '../../../schemas/governance.ts';
import { UnapprovedChanges } from '../../keeper/handlers/limits/unapproved-changes.ts';

/** Returns the plan as the keeper would judge it now, with the trigger if its agent would have changed too much. */
export type HourlyLimit = (
  plan: PlanDocument,
  by: { readonly agent: AgentRecord; readonly workspace: WorkspaceRecord },
  now: Date,
) => Promise<PlanDocument>;

/** Applies the keeper's own rule to the log; readings do not overlap, since each continues from the last. */
export function hourlyLimit(reader: LedgerRead): HourlyLimit {
  const changes = new UnapprovedChanges();
  let last: Promise<unknown> = Promise.resolve();
  return async (plan, by, now) => {
    const { triggers, approvers_required } = plan;
    const judge = async (): Promise<PlanDocument> => {
      const judged = { plan, need: { triggers, approvers_required } };
      return (await changes.judge(reader, judged, by, now)).plan;
    };
    const judging = last.then(judge, judge);
    last = judging;
    return await judging;
  };
}
