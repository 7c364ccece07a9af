/** @module job: runs bounded foreign work and records every run on the ledger. */
import { canonicalJson } from '../../kernel/base/canonical/json.ts';
import { Refusal, type RefusalBody } from '../../schemas/errors.ts';
import type { EventType, JsonObject, PlannedEvent, RunType } from '../../schemas/events.ts';
import { runCategory } from '../../schemas/permissions.ts';
import { type ActingAgent, agentOf, requesterOf } from '../access/principal.ts';
import { assertReadable } from '../access/scope-assertions.ts';
import { assertNoFaults, branchFault, categoryFault, type ScopeFault } from '../access/scope.ts';
import { sessionCounter, sessionRefusal } from '../access/session-limit.ts';
import { maskCall } from '../audit/entry.ts';
import type { RunHooks } from '../engine/call-engine.ts';
import { concealedAnswer, concealmentFor } from '../engine/call/caller-view.ts';
import type { GovernedCall } from '../engine/call/governed-call.ts';
import { runPlan } from '../engine/call/plan-document.ts';
import type { StepInput, Replies } from '../engine/protocol.ts';
import {
  storedAnswer,
  idempotencyDigest,
  idempotencyScope,
} from '../keeper/handlers/idempotency.ts';
import { RUNS_BRANCH } from '../keeper/handlers/runs/exec-use.ts';
import type { StoredReply, SubmitReply } from '../keeper/protocol/protocol.ts';
import type { Staged, Staging, ToolValue } from '../tool/define.ts';
import { callerOf, type GateWork, type Outcome } from './call/context.ts';
import { refusalEnvelope, successEnvelope } from './call/envelope.ts';
import { pendingOutcome } from './call/pending.ts';
import { takePermit } from './permit.ts';
import { callRuns } from './runs/begin-run.ts';

type JobValue<View> = Extract<ToolValue<View>, { readonly type: 'job' }>;
type JobCall<View> = GovernedCall<View> & {
  readonly tool: JobValue<View>;
  readonly staging: Staging | undefined;
};

/**
 * The reasons why a run is outside the scope of its agent. A run has no place and changes no branch, so only categories
 * apply; a run that produces something from a branch needs that branch in its scope too.
 */
function runFaults<View>(
  { agent, tool, branch }: JobCall<View>,
  run: RunType,
): readonly ScopeFault[] {
  const { action } = tool;
  const scope = agent.permissions.permissions[action];
  if (scope === undefined) return [];
  const category = runCategory(run);
  const outside = tool.branched === true && action !== 'READ' ? branchFault(scope, branch) : null;
  const because = outside ?? (category === null ? null : categoryFault(scope, category));
  return because === null ? [] : [{ id: tool.name, action, because }];
}

/** Refuses SESSION_LIMIT_EXCEEDED before anything runs: a run that cannot be recorded must not happen. */
async function assertSession<View>(
  { reader }: GateWork<View>,
  { agent, principal }: GovernedCall<View>,
): Promise<void> {
  const done = await reader.counter(sessionCounter(principal.session_id));
  const refusal = sessionRefusal(agent, done);
  if (refusal !== null) throw refusal;
}

/**
 * Runs a job, with a permit if its agent needs one. Its record is committed before it is answered, even if the answer is
 * a refusal, and a staged file is put in its place only after that. Refuses EXTERNAL_FAILURE if the job was cancelled and
 * did not end in a refusal of its own.
 */
export async function runJob<View>(
  parts: GateWork<View>,
  call: JobCall<View>,
  run: RunType,
): Promise<Outcome> {
  const { tool, own, shared, agent } = call;
  // INVARIANT: judged before the key and the permit, so that no answer depends on whether the branch exists.
  if (tool.branched === true) assertReadable(agent, call.branch);
  if (isDryRun(parts, call)) return await previewJob(parts, call, run);
  assertNoFaults(agent, runFaults(call, run));
  // Arguments that cannot be written to the log must not run: this throws before the run.
  canonicalJson([own, shared.reasoning ?? null]);
  const earlier = await earlierReply(parts, call);
  if (earlier !== null) return replayOutcome(parts, call, earlier);
  await assertSession(parts, call);
  const isApproved = needsPermit(call, run);
  const pending = isApproved ? await takePermit(parts, call, run) : null;
  if (pending !== null) return pendingOutcome(parts, call, pending);
  return await runRecorded(parts, call, isApproved);
}

/** Whether a call only previews: on request, and by default where the tool previews like a command. */
function isDryRun<View>(
  { directory }: Pick<GateWork<View>, 'directory'>,
  { tool, shared, principal }: JobCall<View>,
): boolean {
  const { policy } = directory.workspace();
  const { dry_run = tool.previews === true && policy.dry_run_default[principal.kind] } = shared;
  return dry_run;
}

/** Whether a run needs a permit of a person. */
function needsPermit<View>({ agent, tool }: JobCall<View>, run: RunType): boolean {
  return agent.permissions.requires_approval.includes(run) && tool.continues !== true;
}

/** Events of runs with lasting effects: files, signatures, requests to other systems. */
const LASTING: ReadonlySet<EventType> = new Set(['tool.run', 'experiment.run']);

const PREVIEW: RunHooks = {
  begin: () => {
    throw new Error('a preview cannot begin a run');
  },
};

/** Describes what a run would do. It needs no permit, and only its audit entry is written. */
export async function previewJob<View>(
  parts: GateWork<View>,
  call: JobCall<View>,
  run: RunType,
): Promise<Outcome> {
  assertNoFaults(call.agent, runFaults(call, run));
  const answer = await resultOf(parts, call, { event_id: '', dry_run: true }, PREVIEW);
  await assertNotCancelled(call, answer);
  if (answer.refusal !== null) {
    const envelope = refusalEnvelope(callerOf(call), answer.refusal);
    return { envelope, content: [], recorded: false };
  }
  const data =
    call.tool.preview === undefined
      ? answer.data
      : { ...answer.data, approval: approvalOf(parts, call, run) };
  const envelope = successEnvelope(callerOf(call), data, null, answer.warnings);
  return { envelope: { ...envelope, dry_run: true }, content: [], recorded: false };
}

/** Whether a run would need an approval, and why. */
function approvalOf<View>(
  { directory }: Pick<GateWork<View>, 'directory'>,
  call: JobCall<View>,
  run: RunType,
): JsonObject {
  const needed = needsPermit(call, run);
  const { policy } = directory.workspace();
  return {
    needed,
    because: needed ? [`\`requires_approval\` of the agent names \`${run}\``] : [],
    approvers_required: needed ? policy.approvers_required.other : 0,
  };
}

/** Runs a job; runs that it began and that have no record are recorded as unfinished. */
async function runRecorded<View>(
  parts: GateWork<View>,
  call: JobCall<View>,
  isApproved: boolean,
): Promise<Outcome> {
  const runs = callRuns({
    reader: parts.reader,
    server: parts.server,
    process: parts.process,
    principal: requesterOf(call.principal),
    submit: async (event, version) => await submitRunEvent(parts, call, { event, version }),
    refresh: async () => await parts.directory.refresh(),
  });
  try {
    return await runOnce(parts, call, { begin: runs.begin, isApproved });
  } catch (error) {
    await runs.giveUp('its end could not be recorded').catch((also: unknown) => {
      parts.log(`a run of \`${call.tool.name}\` has no end in the log: ${String(also)}`);
    });
    throw error;
  }
}

/** Commits one event about a run by the current rules, which may differ from those at the start of the call. */
async function submitRunEvent<View>(
  parts: GateWork<View>,
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
      // The arguments are recorded even if the run never ends.
      arguments: maskCall(call.own, parts.salt),
      idempotency_key: null,
      plan,
    }),
  );
}

async function runOnce<View>(
  parts: GateWork<View>,
  call: JobCall<View>,
  run: Omit<RunHooks, 'untaken'>,
): Promise<Outcome> {
  const event_id = parts.randomId();
  const hooks: RunHooks = {
    ...run,
    untaken: (reply) => {
      // Without a reply, the engine may have ended after it had staged the file.
      const staged = reply?.staged ?? { event_id, path: '', sha256: '', folders: [] };
      void call.staging?.abandon(staged);
    },
  };
  const answer = await resultOf(parts, call, { event_id, dry_run: false }, hooks);
  const { data, warnings, staged } = answer;
  // A run with a lasting effect is recorded even if its call was cancelled.
  const isLasting = answer.events.some(({ type }) => LASTING.has(type));
  if (!isLasting) await assertNotCancelled(call, answer);
  const caller = callerOf(call);
  const outcomeWith = (recorded_id: string | null): Outcome => ({
    envelope:
      answer.refusal === null
        ? successEnvelope(caller, data, recorded_id, warnings)
        : {
            ...refusalEnvelope(caller, answer.refusal),
            ...pendingId(answer.refusal),
            event_id: recorded_id,
          },
    content: answer.content,
    recorded: recorded_id !== null,
  });
  // A step of a longer run: its audit entry records it; the event of the run follows at its end.
  if (answer.events.length === 0) return outcomeWith(null);
  const [first, ...others] = answer.events;
  const events = [...(first === undefined ? [] : [{ event_id, ...first }]), ...others];
  const reply = await commitRecord(parts, call, { events, data }).catch(async (error: unknown) => {
    await abandon(call, staged);
    throw error;
  });
  if (reply.replayed) {
    await abandon(call, staged);
    return replayOutcome(parts, call, reply);
  }
  if (staged !== null) await stagingOf(call).complete(staged);
  if (isLasting) await assertNotCancelled(call, answer, reply.event_id);
  return outcomeWith(reply.event_id);
}

/** The approval for which a run reports that it is pending: that of a call that the run made. */
function pendingId({ name, data }: RefusalBody): { readonly approval_id?: string } {
  const { approval_id } = data;
  return name === 'APPROVAL_PENDING' && typeof approval_id === 'string' ? { approval_id } : {};
}

/**
 * Refuses EXTERNAL_FAILURE for the answer of a cancelled call, and removes the file that it staged.
 *
 * @param recorded_id the event of a run that has ended and is recorded
 */
async function assertNotCancelled<View>(
  call: JobCall<View>,
  { refusal, staged }: Pick<Replies['job'], 'refusal' | 'staged'>,
  recorded_id: string | null = null,
): Promise<void> {
  if (!call.signal.aborted || refusal !== null) return;
  await abandon(call, staged);
  if (recorded_id !== null) {
    throw new Refusal(
      'EXTERNAL_FAILURE',
      `the call was cancelled after its run had ended; the run is recorded as the event \`${recorded_id}\``,
      'look at the record before you call again',
      { event_id: recorded_id },
    );
  }
  throw new Refusal(
    'EXTERNAL_FAILURE',
    'the run was cancelled',
    'call again to run it from the start',
  );
}

/** The answer of a job, from the engine that ran it. */
async function resultOf<View>(
  parts: GateWork<View>,
  call: JobCall<View>,
  input: StepInput['job'],
  hooks: RunHooks,
): Promise<Replies['job']> {
  return await parts.timed('run', () => parts.engine('job', call, input, hooks));
}

function stagingOf<View>({ staging, tool }: JobCall<View>): Staging {
  if (staging === undefined) {
    throw new Error(`\`${tool.name}\` staged a file, but its server has no place for it`);
  }
  return staging;
}

async function abandon<View>(call: JobCall<View>, staged: Staged | null): Promise<void> {
  if (staged !== null) await stagingOf(call).abandon(staged);
}

/** The first reply to the idempotency key of a call; null if there is none. */
async function earlierReply<View>(
  parts: GateWork<View>,
  { principal, shared, own, branch, tool }: JobCall<View>,
): Promise<StoredReply | null> {
  const key = shared.idempotency_key;
  if (key === undefined) return null;
  const input = { ...own, branch };
  const digest = idempotencyDigest({ server: parts.server, tool: tool.name, input });
  return storedAnswer(
    parts.reader,
    { scope: idempotencyScope(principal), key, digest },
    parts.now(),
  );
}

/** The outcome of an earlier reply; pending replies are never kept for jobs. */
function replayOutcome<View>(
  parts: GateWork<View>,
  call: JobCall<View>,
  reply: StoredReply,
): Outcome {
  if (reply.status !== 'committed') throw new Error('expected the record of a run');
  const { data, warnings } = concealedAnswer(concealmentFor(parts, call), reply);
  const envelope = successEnvelope(callerOf(call), data, reply.event_id, warnings);
  return { envelope, content: [], recorded: false };
}

type Committed = Extract<SubmitReply, { readonly status: 'committed' }>;

/**
 * Commits the record of a run. Refuses EXPORT_FAILED for a file whose path was taken by another file in the meantime, and
 * AUDIT_UNAVAILABLE if the run cannot be recorded.
 */
async function commitRecord<View>(
  parts: GateWork<View>,
  call: JobCall<View>,
  made: {
    readonly events: readonly PlannedEvent[];
    readonly data: Readonly<Record<string, unknown>>;
  },
): Promise<Committed> {
  const { principal, own, shared } = call;
  const { idempotency_key = null } = shared;
  // Kept for repeated calls with the same key.
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
    // The rules changed during the run; the run has happened and is recorded by the new rules.
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
    'call again once this is fixed',
  );
}
