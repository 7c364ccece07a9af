/** @module watch-lines: prints a line for each approval, change of its status and comment, for use without a terminal. */
import process from 'node:process';

import { printable, printableJson } from '../../../kernel/base/text/printable.ts';
import { LIST_LIMIT, withPlan } from '../../../servers/approvals/checked-plan.ts';
import { openRejections } from '../../../servers/approvals/rejected-before.ts';
import { commentWords, rowOf } from '../approvals/approval-row.ts';
import type { Desk } from '../approvals/desk.ts';
import type { Call } from '../command.ts';
import { openBell } from './bell.ts';
import { refreshRepeatedly } from './live-rows.ts';

/** Prints lines until it is interrupted. */
export async function watchLines(desk: Desk, call: Call): Promise<void> {
  const { out } = call.terminal;
  const rejectionsAt = openRejections(desk);
  const ring = openBell(process.stderr);
  const known = new Map<string, string>();
  const stopped = Promise.withResolvers<undefined>();
  let started = false;
  const refresh = async (): Promise<void> => {
    const now = new Date();
    await desk.settle(now);
    const people = await desk.people();
    const rejectionsIn = await rejectionsAt(now);
    // Oldest first.
    const all = await desk.approvals(null, LIST_LIMIT);
    for (const listed of all.toReversed()) {
      const { approval_id, status, updated_at, event_id, detail, comment_count = 0 } = listed;
      const seen = `${status} ${comment_count}`;
      if (known.get(approval_id) === seen) continue;
      known.set(approval_id, seen);
      // Approvals that were closed before the start are not listed.
      if (!started && status !== 'pending') continue;
      const approval = await withPlan(desk, listed);
      const rejected = rejectionsIn(approval).length > 0;
      const { left, ...row } = rowOf(approval, people, now, rejected);
      const { what, who, why } = row;
      const change = { ...row, approval_id, status, at: updated_at, event_id, detail };
      const note = rejected ? ' (contains changes that were rejected before)' : '';
      const said = comment_count === 0 ? '' : ` (${commentWords(comment_count)})`;
      out(
        call.json
          ? printableJson(change)
          : `${printable(updated_at)} ${left.padEnd(9)} ${printable(approval_id)} ${what}${note}${said}; ${who}: ${why}`,
      );
    }
    started = true;
    ring(all);
  };
  const stop = (): void => stopped.resolve(undefined);
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const refreshing = await refreshRepeatedly(desk, refresh, stopped.reject);
  try {
    await stopped.promise;
  } finally {
    refreshing.stop();
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}
