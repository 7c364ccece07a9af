/** @module job: runs bounded foreign work and leaves a record of every run on the ledger. */
import { canonicalJson } from '../../kernel/canonical/json.ts';
import { Refusal, type ErrorName } from '../../schemas/errors.ts';
import type { PlannedEvent, RunType } from '../../schemas/events.ts';
import type { AgentRecord } from '../../schemas/governance.ts';
import { runCategory } from '../../schemas/permissions.ts';
import { assertNoFaults, categoryFault, type ScopeFault } from '../access/scope.ts';
import { sessionCounter, sessionRefusal } from '../access/session-limit.ts';
import { maskSecrets } from '../audit/entry.ts';
import type { SubmitReply } from '../keeper/protocol/protocol.ts';
import type { JobRefusal, ToolValue } from '../tool/define.ts';
import { callerOf, refuseFor, type GateParts, type GovernedCall, type Outcome } from './context.ts';
import { refused, succeeded } from './envelope.ts';
import { pendingOutcome } from './pending.ts';
import { takePermit } from './permit.ts';
import { runPlan } from './plan-document.ts';
import { branchView, concealing, givenTexts, seenBy } from './seen.ts';

type JobValue<View> = Extract<ToolValue<View>, { readonly type: 'job' }>;

/** Why a run is outside a scope. It has no place and changes no branch, so only categories apply to it. */
function runFaults<View>(
  { agent, tool }: GovernedCall<View> & { readonly tool: JobValue<View> },
  run: RunType,
): readonly ScopeFault[] {
  const scope = agent.permissions.permissions[tool.action];
  const category = runCategory(run);
  const because = scope === undefined || category === null ? null : categoryFault(scope, category);
  return because === null ? [] : [{ id: tool.name, action: tool.action, because }];
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
 * where that is a refusal. Refuses EXTERNAL_FAILURE when it was cancelled and did not end in a refusal of its own.
 */
export async function runJob<View>(
  parts: GateParts<View>,
  call: GovernedCall<View> & { readonly tool: JobValue<View> },
  run: RunType,
): Promise<Outcome> {
  const { tool, own, shared, principal, agent, branch, signal, progress } = call;
  assertNoFaults(agent, runFaults(call, run));
  // What could not be written to the log must not run: this throws before, not after.
  canonicalJson([own, shared.reasoning ?? null]);
  await assertSession(parts, call);
  const needsPermit = agent.permissions.requires_approval.includes(run) && tool.continues !== true;
  const pending = needsPermit ? await takePermit(parts, call, run) : null;
  if (pending !== null) return pendingOutcome(parts, call, pending);
  const event_id = parts.randomId();
  const context = { event_id, refuse: refuseFor(tool), branch, principal, signal, progress };
  const whole = branchView(parts, agent, branch);
  const view = seenBy(parts, agent, whole, tool.branched === true ? branch : null);
  const concealment = parts.domain.concealment(whole, view, givenTexts(own));
  const answer = await concealing(concealment, () => tool.run(own, view, context));
  if (signal.aborted && answer.refusal === undefined) {
    throw new Refusal('EXTERNAL_FAILURE', 'the run was cancelled', 'call again to run it afresh');
  }
  const caller = callerOf(call);
  const said = concealment === null ? answer.data : concealment.data(answer.data);
  const data = typeof said === 'object' && said !== null ? { ...said } : {};
  const warnings = concealment?.warnings(answer.warnings ?? []) ?? answer.warnings ?? [];
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
  return outcomeWith(await recorded(parts, call, events));
}

/** Commits what a run leaves behind: the id of its first event. Refuses AUDIT_UNAVAILABLE when that cannot be. */
async function recorded<View>(
  parts: GateParts<View>,
  call: GovernedCall<View>,
  events: readonly PlannedEvent[],
): Promise<string> {
  const { principal, own } = call;
  const submit = (agent: AgentRecord): Promise<SubmitReply> =>
    parts.keeper.submit({
      principal,
      arguments: maskSecrets(own, parts.salt),
      idempotency_key: null,
      plan: runPlan(parts, { ...call, agent }, { events, input: own }),
    });
  let reply = await submit(call.agent);
  if (reply.status === 'conflict') {
    // The rules have changed during the run, which has happened all the same.
    await parts.directory.refresh();
    reply = await submit(parts.directory.agent(principal.name) ?? call.agent);
  }
  if (reply.status === 'committed') return reply.event_id;
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
