/** @module begin-run: the keeper's checks of plans that start a run, end it, or record it as unfinished. */
import type { LedgerRead } from '../../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../../schemas/errors.ts';
import type { BegunRun, IdentifiedEvent } from '../../../../schemas/events.ts';
import type { PlanDocument } from '../../../../schemas/governance.ts';
import { execUse, RUNS_BRANCH } from './exec-use.ts';
import { isGone, type Living, type OpenRuns } from './open-runs.ts';

/** The context of the rules for runs. */
type RunRules = Omit<Living, 'now'> & { readonly runs: OpenRuns; readonly now: () => Date };

/**
 * Refuses TOOL_REFUSED for a run beyond the calls of its `exec_id` or the concurrent calls of the workspace, and
 * INVALID_ARGUMENT for a plan that contradicts the log.
 */
export async function assertRuns(
  context: RunRules,
  read: LedgerRead,
  plan: PlanDocument,
): Promise<void> {
  for (const event of plan.events) {
    if (event.type === 'run.begun') await assertBegins(context, read, { plan, event });
    if (event.type === 'run.unfinished') await assertOwn(context, read, { plan, event });
    if (event.type === 'tool.run') await assertOwnEnd(context, read, { plan, event });
  }
}

type Planned<T extends IdentifiedEvent['type']> = {
  readonly plan: PlanDocument;
  readonly event: Extract<IdentifiedEvent, { readonly type: T }>;
};

async function assertBegins(
  { runs, own, alive, now }: RunRules,
  read: LedgerRead,
  { plan, event }: Planned<'run.begun'>,
): Promise<void> {
  const { payload, aggregate_id } = event;
  const { call, most, web_requests, by } = payload;
  if (plan.events.length > 1 || by.session_id !== plan.session_id) {
    throw contradictsLog('a run must be started by a plan of its own session without other events');
  }
  const used = await execUse(read, aggregate_id);
  if (call !== used.calls + 1 || !(web_requests >= 0)) {
    throw contradictsLog(`the plan starts call ${call} after ${used.calls} calls`);
  }
  if (call > most.calls) throw tooMany('tool_calls_max', used.calls, most.calls);
  if (web_requests > 0 && used.web_requests + web_requests > most.web_requests) {
    throw contradictsLog(
      `the plan requests ${web_requests} web requests after ${used.web_requests}`,
    );
  }
  const living = { now: now(), own, alive };
  const open = (await runs.open(read)).filter((run) => !isGone(run, payload.process, living));
  if (open.length >= most.concurrent) {
    throw tooMany('concurrent_calls', open.length, most.concurrent);
  }
}

function tooMany(
  dimension: 'tool_calls_max' | 'concurrent_calls',
  used: number,
  limit: BegunRun['call'],
): Refusal {
  const because =
    dimension === 'concurrent_calls'
      ? `${used} tool calls are running; expected fewer than ${limit}`
      : `the run has made ${used} tool calls; at most ${limit} are granted`;
  return new Refusal('TOOL_REFUSED', because, 'wait, or start a run of your own', {
    dimension,
    limit,
  });
}

/** Only the requester that started a run may record it as unfinished. */
async function assertOwn(
  { runs }: RunRules,
  read: LedgerRead,
  { plan, event }: Planned<'run.unfinished'>,
): Promise<void> {
  const own = (await runs.open(read)).some(
    ({ seq, payload, user_id, agent_id }) =>
      seq === event.payload.begun_seq &&
      payload.record_id === event.aggregate_id &&
      user_id === plan.user_id &&
      agent_id === plan.agent_id,
  );
  if (!own) throw contradictsLog(`this requester has no open run \`${event.aggregate_id}\``);
}

/** Only the requester that started a run may report its end, also after it was recorded as unfinished. */
async function assertOwnEnd(
  { runs }: RunRules,
  read: LedgerRead,
  { plan, event: { aggregate_id: record_id } }: Planned<'tool.run'>,
): Promise<void> {
  const [last] = await read.eventsOfAggregate(record_id, RUNS_BRANCH, 1);
  const begun =
    last?.type === 'run.unfinished'
      ? await read.eventsAfter(last.payload.begun_seq - 1, 1)
      : await runs.open(read);
  for (const { type, payload, user_id, agent_id } of begun) {
    if (type !== 'run.begun' || payload.record_id !== record_id) continue;
    if (user_id === plan.user_id && agent_id === plan.agent_id) continue;
    throw contradictsLog(`the run \`${record_id}\` was started by another requester`);
  }
}

function contradictsLog(message: string): Refusal {
  return new Refusal('INVALID_ARGUMENT', message, 'call again with this version of the tools');
}
