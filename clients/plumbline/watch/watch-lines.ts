/** @module watch-lines: a line for each approval and each change of one, where there is no terminal. */
import process from 'node:process';

import { rowOf } from '../approvals/approval-row.ts';
import { checkedPlan, LIST_LIMIT } from '../approvals/read-approval.ts';
import { openRejections } from '../approvals/rejected-before.ts';
import { openSettling } from '../approvals/store.ts';
import type { Call } from '../command.ts';
import { printable, printableJson } from '../printable.ts';
import type { Session } from '../session.ts';
import { repeating } from './live-rows.ts';

/** Writes lines until it is interrupted. */
export async function watchLines(session: Session, call: Call): Promise<void> {
  const { out } = call.terminal;
  const settle = openSettling(session);
  const rejectionsAt = openRejections(session);
  const known = new Map<string, string>();
  const stopped = Promise.withResolvers<undefined>();
  let started = false;
  const refresh = async (): Promise<void> => {
    const now = new Date();
    await settle(now);
    const registry = session.registry();
    const rejectionsIn = rejectionsAt(now);
    // Oldest first.
    for (const record of session.reader.approvals(null, LIST_LIMIT).toReversed()) {
      const { approval_id, status, updated_at, event_id, detail } = record;
      if (known.get(approval_id) === status) continue;
      known.set(approval_id, status);
      // Approvals that were closed before the start are not listed.
      if (!started && status !== 'pending') continue;
      const approval = { record, plan: checkedPlan(record) };
      const rejected = rejectionsIn(approval).length > 0;
      const { left, ...row } = rowOf(approval, registry, now, rejected);
      const { what, who, why } = row;
      const change = { ...row, approval_id, status, at: updated_at, event_id, detail };
      const note = rejected ? ' (contains what was rejected before)' : '';
      out(
        call.json
          ? printableJson(change)
          : `${printable(updated_at)} ${left.padEnd(9)} ${printable(approval_id)} ${what}${note}; ${who}: ${why}`,
      );
    }
    started = true;
  };
  const stop = (): void => stopped.resolve(undefined);
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const repeated = await repeating(session, refresh, stopped.reject);
  try {
    await stopped.promise;
  } finally {
    repeated.stop();
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}
