/** @module exec-use: total use of the runs of one `exec_id` over all processes, from the log. */
import * as z from 'zod';

import { digestOf } from '../../../../kernel/base/canonical/hash.ts';
import type { LedgerRead } from '../../../../kernel/ledger/ledger.ts';
import type { BegunRun } from '../../../../schemas/events.ts';

/** Branch on which runs are recorded; they are not part of the building. */
export const RUNS_BRANCH = 'main';

/** More calls than any `exec_id` may make. */
const CALLS_READ = 64;

/** Calls and web requests of an `exec_id`; `version` is that of its aggregate, 0 before the first run. */
export type ExecUse = {
  readonly calls: number;
  readonly web_requests: number;
  readonly version: number;
};

/** Aggregate of the runs of one `exec_id` of one requester. */
export function execAggregate(requester: string, exec_id: string): string {
  const digest = digestOf({ profile: 'jcs', of: 'exec/v1', requester, exec_id });
  return `exec_${digest.slice(0, 32)}`;
}

/** The use so far. A run without a recorded end counts with all its granted web requests. */
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
