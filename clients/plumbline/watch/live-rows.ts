/** @module live-rows: the list of a client that stays open: what waits, what has just ended, and what was decided last. */
import type { ApprovalRecord } from '../../../schemas/governance.ts';
import { type ApprovalRow, rowOf } from '../approvals/approval-row.ts';
import { checkedPlan, type ReadApproval } from '../approvals/read-approval.ts';
import { openRejections } from '../approvals/rejected-before.ts';
import { listedApprovals, openSettling } from '../approvals/store.ts';
import type { Session } from '../session.ts';

/** Approvals that people have decided and that are still listed, the last of so many. */
const DECIDED_SHOWN = 5;
const DECIDED_READ = 200;

/** Gives the rows at a time, what waits first; plans that were read before are not read again. */
export function openLiveRows(session: Session): (now: Date) => Promise<readonly ApprovalRow[]> {
  const settle = openSettling(session);
  const rejectionsAt = openRejections(session);
  const read = new Map<string, ReadApproval>();
  const approvalOf = (record: ApprovalRecord): ReadApproval => {
    const known = read.get(record.approval_id);
    const same =
      known?.record.plan === record.plan && known.record.plan_digest === record.plan_digest;
    const approval = { record, plan: same ? known.plan : checkedPlan(record) };
    read.set(record.approval_id, approval);
    return approval;
  };
  return async (now) => {
    await settle(now);
    const open = listedApprovals(session, now);
    const known = new Set(open.map(({ approval_id }) => approval_id));
    const decided = session.reader
      .approvals(null, DECIDED_READ)
      .filter(({ approval_id }) => !known.has(approval_id))
      .toSorted((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at))
      .slice(0, DECIDED_SHOWN);
    const registry = session.registry();
    const rejectionsIn = rejectionsAt(now);
    const rows = [...open, ...decided].map((record) => {
      const approval = approvalOf(record);
      return rowOf(approval, registry, now, rejectionsIn(approval).length > 0);
    });
    return rows.toSorted((a, b) => Number(a.status !== 'pending') - Number(b.status !== 'pending'));
  };
}

/** Runs `refresh` whenever something is committed and each second, never twice at once, until it is stopped. */
export async function repeating(
  session: Session,
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
      .catch(failed)
      .finally(() => {
        running = false;
        if (again) {
          again = false;
          soon();
        }
      });
  };
  const keeper = await session.keeper();
  const forget = keeper.onCommitted(soon);
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
