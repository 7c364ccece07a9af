/** @module hourly: what a plan would wait for by the changes of the hour before it, foretold from the log. */
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import type { AgentRecord, PlanDocument, WorkspaceRecord } from '../../../schemas/governance.ts';
import { UnapprovedChanges } from '../../keeper/handlers/limits/unapproved-changes.ts';

/** The plan as the keeper would hold it now: with the reason, where its agent would have changed too much with it. */
export type HourlyLimit = (
  plan: PlanDocument,
  by: { readonly agent: AgentRecord; readonly workspace: WorkspaceRecord },
  now: Date,
) => Promise<PlanDocument>;

/** Judges by the keeper's own rule, on what the log says; one reading at a time, since each goes on from the last. */
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
