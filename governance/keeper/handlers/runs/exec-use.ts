/** @module exec-use: what the runs of one `exec_id` have used together, as the log says, whichever process carried them out. */
import * as z from 'zod';

import { digestOf } from '../../../../kernel/canonical/hash.ts';
import type { LedgerRead } from '../../../../kernel/ledger/ledger.ts';
import type { BegunRun } from '../../../../schemas/events.ts';

/** Runs are entered on this branch: they are no part of the building. */
export const RUNS_BRANCH = 'main';

/** More calls than any `exec_id` may make. */
const CALLS_READ = 64;

/** Calls and web requests of an `exec_id`; `version` of its aggregate, 0 where there is none yet. */
export type ExecUse = {
  readonly calls: number;
  readonly web_requests: number;
  readonly version: number;
};

/** Aggregate of the runs of one `exec_id`; that of another requester is another. */
export function execAggregate(requester: string, exec_id: string): string {
  const digest = digestOf({ profile: 'jcs', of: 'exec/v1', requester, exec_id });
  return `exec_${digest.slice(0, 32)}`;
}

/** A run that has not ended, and one of which it is not known, counts with all web requests that it may make. */
export async function execUse(read: LedgerRead, aggregate_id: string): Promise<ExecUse> {
  const events = await read.eventsOfAggregate(aggregate_id, RUNS_BRANCH, CALLS_READ);
  let web_requests = 0;
  let calls = 0;
  for (const event of events) {
    if (event.type !== 'run.begun') continue;
    calls += 1;
    web_requests += await webRequestsOf(read, event.payload);
  }
  return { calls, web_requests, version: events[0]?.seq ?? 0 };
}

const Ended = z.looseObject({
  provenance: z.looseObject({ unmeasured: z.unknown().optional() }),
  budgets: z.looseObject({
    consumed: z.looseObject({ web_requests_max: z.number().int().min(0).optional() }),
  }),
});

async function webRequestsOf(read: LedgerRead, begun: BegunRun): Promise<number> {
  const [end] = await read.eventsOfAggregate(begun.record_id, RUNS_BRANCH, 1);
  const { success, data } = Ended.safeParse(end?.type === 'tool.run' ? end.payload : null);
  if (!success || data.provenance.unmeasured === true) return begun.web_requests;
  return Math.min(begun.web_requests, data.budgets.consumed.web_requests_max ?? 0);
}
