/** @module live-rows: the list of the watching client: pending approvals, those that have just ended, and recent decisions. */
import { type ReadApproval, withPlan } from '../../../servers/approvals/checked-plan.ts';
import type { ListedApproval } from '../../../servers/approvals/reading-desk.ts';
import { openRejections } from '../../../servers/approvals/rejected-before.ts';
import { type ApprovalRow, rowOf } from '../approvals/approval-row.ts';
import type { Desk } from '../approvals/desk.ts';
import { listedApprovals } from '../approvals/store.ts';
import { TemporaryFailure } from '../failure.ts';

/** Maximum number of decided approvals listed, and number of approvals read to find them. */
const DECIDED_SHOWN = 5;
const DECIDED_READ = 200;

/** A function that returns the rows at a given time, pending ones first; plans are read only once. */
export function openLiveRows(desk: Desk): (now: Date) => Promise<readonly ApprovalRow[]> {
  const rejectionsAt = openRejections(desk);
  const read = new Map<string, ReadApproval>();
  const approvalOf = async (listed: ListedApproval): Promise<ReadApproval> => {
    const known = read.get(listed.approval_id);
    const isKnown =
      known?.record.plan_digest === listed.plan_digest &&
      (listed.plan ?? known.record.plan) === known.record.plan;
    const { comment_count = 0, ...head } = listed;
    const approval = isKnown
      ? { record: { ...head, plan: known.record.plan }, plan: known.plan, comment_count }
      : await withPlan(desk, listed);
    read.set(listed.approval_id, approval);
    return approval;
  };
  return async (now) => {
    await desk.settle(now);
    const open = await listedApprovals(desk, now);
    const known = new Set(open.map(({ approval_id }) => approval_id));
    const decided = (await desk.approvals(null, DECIDED_READ))
      .filter(({ approval_id }) => !known.has(approval_id))
      .toSorted((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at))
      .slice(0, DECIDED_SHOWN);
    const people = await desk.people();
    const rejectionsIn = await rejectionsAt(now);
    const rows: ApprovalRow[] = [];
    for (const listed of [...open, ...decided]) {
      const approval = await approvalOf(listed);
      rows.push(rowOf(approval, people, now, rejectionsIn(approval).length > 0));
    }
    return rows.toSorted((a, b) => Number(a.status !== 'pending') - Number(b.status !== 'pending'));
  };
}

/** Runs `refresh` after each commit and every second, never twice at the same time, until it is stopped. */
export async function refreshRepeatedly(
  desk: Desk,
  refresh: () => Promise<void>,
  failed: (error: unknown) => void,
): Promise<{ readonly soon: () => void; readonly stop: () => void }> {
  let [running, again] = [false, false];
  const soon = (): void => {
    if (running) {
      again = true;
      return;
    }
    running = true;
    refresh()
      .catch((error: unknown) => {
        if (!(error instanceof TemporaryFailure)) failed(error);
      })
      .finally(() => {
        running = false;
        if (again) {
          again = false;
          soon();
        }
      });
  };
  const forget = await desk.onChanged(soon, failed);
  const ticking = setInterval(soon, TICK_MS);
  soon();
  return {
    soon,
    stop: () => {
      clearInterval(ticking);
      forget();
    },
  };
}

/** Interval at which remaining times are updated (ms). */
const TICK_MS = 1000;
