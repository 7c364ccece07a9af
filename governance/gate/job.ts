/** @module job: runs bounded foreign work and leaves a record of every run on the ledger. */
import { canonicalJson } from '../../kernel/canonical/json.ts';
import { Refusal, type ErrorName } from '../../schemas/errors.ts';
import type { EventType, PlannedEvent, RunType } from '../../schemas/events.ts';
import { runCategory } from '../../schemas/permissions.ts';
import { assertReadable } from '../access/inside.ts';
import { type ActingAgent, agentOf, requesterOf } from '../access/principal.ts';
import { assertNoFaults, branchFault, categoryFault, type ScopeFault } from '../access/scope.ts';
import { sessionCounter, sessionRefusal } from '../access/session-limit.ts';
import { maskCall } from '../audit/entry.ts';
import {
  answeredBefore,
  idempotencyDigest,
  idempotencyScope,
  type StoredReply,
} from '../keeper/handlers/idempotency.ts';
import { RUNS_BRANCH } from '../keeper/handlers/runs/exec-use.ts';
import type { SubmitReply } from '../keeper/protocol/protocol.ts';
import type { JobAnswer, JobContext, JobRefusal, ToolValue } from '../tool/define.ts';
import type { BeginRun } from '../tool/run-intent.ts';
import { callerOf, refuseFor, type GateParts, type GovernedCall, type Outcome } from './context.ts';
import { refused, succeeded } from './envelope.ts';
import { pendingOutcome } from './pending.ts';
import { takePermit } from './permit.ts';
import { runPlan } from './plan-document.ts';
import { callRuns } from './runs/begin-run.ts';
import { branchView, concealing, givenTexts, replayedOf, seenBy } from './seen.ts';

type JobValue<View> = Extract<ToolValue<View>, { readonly type: 'job' }>;
type JobCall<View> = GovernedCall<View> & { readonly tool: JobValue<View> };

/**
 * Why a run is outside a scope. It has no place and changes no branch, so only categories apply to it; one that makes
 * something of a branch needs that branch too.
 */
function runFaults<View>(
  { agent, tool, branch }: JobCall<View>,
  run: RunType,
): readonly ScopeFault[] {
  const { action } = tool;
  const scope = agent.permissions.permissions[action];
  if (scope === undefined) return [];
  const category = runCategory(run);
  const made = tool.branched === true && action !== 'READ' ? branchFault(scope, branch) : null;
  const because = made ?? (category === null ? null : categoryFault(scope, category));
  return because === null ? [] : [{ id: tool.name, action, because }];
}

/** Refuses SESSION_LIMIT_EXCEEDED before anything runs: a run that cannot be recorded must not happen. */
async function assertSession<View>(
  { reader }: GateParts<View>,
  { agent, principal }: GovernedCall<View>,
): Promise<void> {
  const done = await reader.counter(sessionCounter(principal.session_id));
  const refusal = sessionRefusal(agent, done);
  if (refusal !== null) throw refusal;
}

/**
 * Runs a job, with a permit where its agent needs one. Its record is committed before its answer is given, also
 * where that is a refusal; what it has prepared takes effect after that, and not without it. Refuses EXTERNAL_FAILURE
 * when it was cancelled and did not end in a refusal of its own.
 */
export async function runJob<View>(
  parts: GateParts<View>,
  call: JobCall<View>,
  run: RunType,
): Promise<Outcome> {
  const { tool, own, shared, principal, agent } = call;
  // Before the key and the permit: neither may depend on whether the branch exists.
  if (tool.branched === true) assertReadable(agent, call.branch);
  const { policy } = parts.directory.workspace();
  const dryRun = shared.dry_run ?? policy.dry_run_default[principal.kind];
  if (tool.previews === true && dryRun) return await previewJob(parts, call, run);
  assertNoFaults(agent, runFaults(call, run));
  // What could not be written to the log must not run: this throws before, not after.
  canonicalJson([own, shared.reasoning ?? null]);
  const earlier = await answeredEarlier(parts, call);
  if (earlier !== null) return replayed(parts, call, earlier);
  await assertSession(parts, call);
  const needsPermit = agent.permissions.requires_approval.includes(run) && tool.continues !== true;
  const pending = needsPermit ? await takePermit(parts, call, run) : null;
  if (pending !== null) return pendingOutcome(parts, call, pending);
  return await carriedOut(parts, call);
}

/** Events of runs that leave something when they return: files, signatures, requests that were made. */
const LASTING: ReadonlySet<EventType> = new Set(['tool.run', 'experiment.run']);

const beginsNone: BeginRun = () => {
  throw new Error('a preview begins no run');
};

/** What a run would do, said and not done. It needs no permit and leaves no record but its entry. */
export async function previewJob<View>(
  parts: GateParts<View>,
  call: JobCall<View>,
  run: RunType,
): Promise<Outcome> {
  const { agent, tool } = call;
  assertNoFaults(agent, runFaults(call, run));
  const { answer, data, warnings } = await ran(parts, call, {
    event_id: '',
    dry_run: true,
    begin: beginsNone,
  });
  await assertNotCancelled(call, answer);
  if (answer.refusal !== undefined) {
    const envelope = refused(callerOf(call), refusalOf(tool, answer.refusal));
    return { envelope, content: [], recorded: false };
  }
  const envelope = succeeded(callerOf(call), data, null, warnings);
  return { envelope: { ...envelope, dry_run: true }, content: [], recorded: false };
}

async function carriedOut<View>(parts: GateParts<View>, call: JobCall<View>): Promise<Outcome> {
  const runs = callRuns({
    reader: parts.reader,
    server: parts.server,
    process: parts.process,
    principal: requesterOf(call.principal),
    submit: async (event, version) => await entered(parts, call, { event, version }),
    refresh: async () => await parts.directory.refresh(),
  });
  try {
    return await carriedOutWith(parts, call, runs.begin);
  } catch (error) {
    await runs.giveUp('its end could not be entered').catch((also: unknown) => {
      parts.log(`a run of \`${call.tool.name}\` has no end on the log: ${String(also)}`);
    });
    throw error;
  }
}

/** Commits one event about a run, by the rules of now, whichever those of the call were. */
async function entered<View>(
  parts: GateParts<View>,
  call: JobCall<View>,
  { event, version }: { readonly event: PlannedEvent; readonly version: number },
): Promise<SubmitReply> {
  const agent = agentOf(parts.directory, call.principal) ?? call.agent;
  const write_set = [{ branch: RUNS_BRANCH, id: event.aggregate_id, version }];
  const made = { ...call, agent, branch: RUNS_BRANCH };
  const plan = runPlan(parts, made, { events: [event], input: {}, write_set });
  return await parts.timed('commit', () =>
    parts.keeper.submit({
      principal: requesterOf(call.principal),
      // What was asked is known of a run that has no end, too.
      arguments: maskCall(call.own, parts.salt),
      idempotency_key: null,
      plan,
    }),
  );
}

async function carriedOutWith<View>(
  parts: GateParts<View>,
  call: JobCall<View>,
  begin: BeginRun,
): Promise<Outcome> {
  const { tool } = call;
  const event_id = parts.randomId();
  const { answer, data, warnings } = await ran(parts, call, { event_id, dry_run: false, begin });
  // A run whose effect is already there is recorded, whether or not anybody waits for the answer.
  const left = answer.events.some(({ type }) => LASTING.has(type));
  if (!left) await assertNotCancelled(call, answer);
  const caller = callerOf(call);
  const outcomeWith = (recorded_id: string | null): Outcome => ({
    envelope:
      answer.refusal === undefined
        ? succeeded(caller, data, recorded_id, warnings)
        : { ...refused(caller, refusalOf(tool, answer.refusal)), event_id: recorded_id },
    content: answer.content ?? [],
    recorded: recorded_id !== null,
  });
  // A step of a longer run: its own entry records it, the run's event follows at its end.
  if (answer.events.length === 0) return outcomeWith(null);
  const [first, ...others] = answer.events;
  const events = [...(first === undefined ? [] : [{ event_id, ...first }]), ...others];
  const reply = await recorded(parts, call, { events, data }).catch(async (error: unknown) => {
    await answer.prepared?.abandon();
    throw error;
  });
  if (reply.replayed) {
    await answer.prepared?.abandon();
    return replayed(parts, call, reply);
  }
  await answer.prepared?.complete();
  if (left) await assertNotCancelled(call, answer, reply.event_id);
  return outcomeWith(reply.event_id);
}

/**
 * Refuses EXTERNAL_FAILURE for the answer of a cancelled call, and undoes what was prepared for it.
 *
 * @param recorded_id the event of a run that has ended and is recorded
 */
async function assertNotCancelled<View>(
  { signal }: JobCall<View>,
  { refusal, prepared }: JobAnswer<unknown>,
  recorded_id: string | null = null,
): Promise<void> {
  if (!signal.aborted || refusal !== undefined) return;
  await prepared?.abandon();
  if (recorded_id !== null) {
    throw new Refusal(
      'EXTERNAL_FAILURE',
      `the call was cancelled after its run had ended; the run is recorded as the event \`${recorded_id}\``,
      'look at the record before you call again',
      { event_id: recorded_id },
    );
  }
  throw new Refusal('EXTERNAL_FAILURE', 'the run was cancelled', 'call again to run it afresh');
}

/** What a job answered, as far as its caller may have it. */
type Ran = {
  readonly answer: JobAnswer<unknown>;
  readonly data: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
};

async function ran<View>(
  parts: GateParts<View>,
  call: JobCall<View>,
  how: Pick<JobContext<ErrorName>, 'event_id' | 'dry_run' | 'begin'>,
): Promise<Ran> {
  const { tool, own, shared, principal, agent, branch, signal, progress } = call;
  const context = { ...how, refuse: refuseFor(tool), branch, principal, signal, progress };
  const whole = branchView(parts, agent, branch);
  const view = seenBy(parts, agent, whole, tool.branched === true ? branch : null);
  const concealment = parts.domain.concealment(whole, view, givenTexts([own, shared]));
  const named = parts.domain.named(view, principal);
  const answer = await concealing(concealment, () =>
    parts.timed('run', async () => {
      const meant = await parts.domain.meant(tool.input, own, { view, named });
      return await tool.run(meant, view, context);
    }),
  );
  const said = concealment === null ? answer.data : concealment.data(answer.data);
  const data = typeof said === 'object' && said !== null ? { ...said } : {};
  const warnings = concealment?.warnings(answer.warnings ?? []) ?? answer.warnings ?? [];
  return { answer, data, warnings };
}

/** The first answer to this idempotency key. */
async function answeredEarlier<View>(
  parts: GateParts<View>,
  { principal, shared, own, branch, tool }: JobCall<View>,
): Promise<StoredReply | null> {
  const key = shared.idempotency_key;
  if (key === undefined) return null;
  const input = { ...own, branch };
  const digest = idempotencyDigest({ server: parts.server, tool: tool.name, input });
  return answeredBefore(
    parts.reader,
    { scope: idempotencyScope(principal), key, digest },
    parts.now(),
  );
}

/** An answer that was given before; a pending one is never kept for a job. */
function replayed<View>(parts: GateParts<View>, call: JobCall<View>, reply: StoredReply): Outcome {
  if (reply.status !== 'committed') throw new Error('expected the record of a run');
  const { data, warnings } = replayedOf(parts, call, reply);
  const envelope = succeeded(callerOf(call), data, reply.event_id, warnings);
  return { envelope, content: [], recorded: false };
}

type Committed = Extract<SubmitReply, { readonly status: 'committed' }>;

/**
 * Commits what a run leaves behind. Refuses EXPORT_FAILED for a file whose path another one took meanwhile, and
 * AUDIT_UNAVAILABLE when nothing can be recorded.
 */
async function recorded<View>(
  parts: GateParts<View>,
  call: JobCall<View>,
  made: {
    readonly events: readonly PlannedEvent[];
    readonly data: Readonly<Record<string, unknown>>;
  },
): Promise<Committed> {
  const { principal, own, shared } = call;
  const { idempotency_key = null } = shared;
  // Kept for who calls again with the key.
  const data = idempotency_key === null ? {} : made.data;
  const submit = (agent: ActingAgent): Promise<SubmitReply> =>
    parts.timed('commit', () =>
      parts.keeper.submit({
        principal: requesterOf(principal),
        arguments: maskCall(own, parts.salt),
        idempotency_key,
        plan: runPlan(parts, { ...call, agent }, { events: made.events, input: own, data }),
      }),
    );
  let reply = await submit(call.agent);
  if (reply.status === 'conflict') {
    // The rules have changed during the run, which has happened all the same.
    await parts.directory.refresh();
    reply = await submit(agentOf(parts.directory, principal) ?? call.agent);
  }
  if (reply.status === 'committed') return reply;
  if (reply.status === 'refused' && reply.refusal.name === 'EXPORT_FAILED') {
    const { name, message, hint } = reply.refusal;
    throw new Refusal(name, message, hint);
  }
  const because = reply.status === 'refused' ? reply.refusal.message : reply.status;
  throw new Refusal(
    'AUDIT_UNAVAILABLE',
    `the run could not be recorded, so its result is withheld: ${because}`,
    'call again when this is mended',
  );
}

function refusalOf<View>(
  tool: JobValue<View>,
  { name, message, hint, data }: JobRefusal<ErrorName>,
): Refusal['body'] {
  return new Refusal(name, message, hint ?? tool.refusals[name] ?? '', data).body;
}
