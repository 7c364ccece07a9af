/** @module job: runs bounded foreign work and leaves a record of every run on the ledger. */
import { canonicalJson } from '../../kernel/canonical/json.ts';
import { Refusal, type ErrorName } from '../../schemas/errors.ts';
import type { PlannedEvent, RunType } from '../../schemas/events.ts';
import type { AgentRecord } from '../../schemas/governance.ts';
import { assertNoFaults, categoryFault, type ScopeFault } from '../access/scope.ts';
import { maskSecrets } from '../audit/entry.ts';
import { sessionCounter, sessionRefusal } from '../keeper/handlers-context.ts';
import type { SubmitReply } from '../keeper/protocol.ts';
import type { JobRefusal, ToolValue } from '../tool/define.ts';
import { refuseFor, type GateParts, type GovernedCall, type Outcome } from './context.ts';
import { refused, succeeded } from './envelope.ts';
import { takePermit } from './permit.ts';
import { runPlan } from './plan-document.ts';

type JobValue<View> = Extract<ToolValue<View>, { readonly type: 'job' }>;

/** Categories of what runs leave behind, as a scope may name them. */
const CATEGORIES = {
  'tool.run': 'ToolRuns',
  'experiment.run': 'Experiments',
} as const satisfies Record<RunType, string>;

/** Why a run is outside a scope. It has no place and changes no branch, so only categories say something of it. */
function runFaults<View>(
  { agent, tool }: GovernedCall<View> & { readonly tool: JobValue<View> },
  run: RunType,
): readonly ScopeFault[] {
  const scope = agent.permissions.permissions[tool.action];
  const because = scope === undefined ? null : categoryFault(scope, CATEGORIES[run]);
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
 * Runs a job, with a permit where its agent must ask for one. Its record is committed before its answer is given, also
 * where that is a refusal. Refuses EXTERNAL_FAILURE when it was cancelled and did not end in a refusal of its own.
 */
export async function runJob<View>(
  parts: GateParts<View>,
  call: GovernedCall<View> & { readonly tool: JobValue<View> },
  run: RunType,
): Promise<Outcome> {
  const { domain } = parts;
  const { tool, own, shared, principal, agent, branch, signal, progress } = call;
  assertNoFaults(agent, runFaults(call, run));
  // What could not be written to the log must not run: this throws before, not after.
  canonicalJson([own, shared.reasoning ?? null]);
  await assertSession(parts, call);
  if (agent.permissions.requires_approval.includes(run) && tool.continues !== true)
    await takePermit(parts, call, run);
  const context = { refuse: refuseFor(tool), branch, principal, signal, progress };
  const answer = await tool.run(own, domain.view(branch), context);
  if (signal.aborted && answer.refusal === undefined)
    throw new Refusal('EXTERNAL_FAILURE', 'the run was cancelled', 'call again to run it afresh');
  const caller = { principal, reasoning: shared.reasoning ?? null, timestamp: call.timestamp };
  const data = typeof answer.data === 'object' && answer.data !== null ? { ...answer.data } : {};
  const told = (event_id: string | null): Outcome => ({
    envelope:
      answer.refusal === undefined
        ? succeeded(caller, data, event_id, answer.warnings ?? [])
        : { ...refused(caller, refusalOf(tool, answer.refusal)), event_id },
    content: answer.content ?? [],
    recorded: event_id !== null,
  });
  // A step of a longer run: its own entry is record enough, the run's event comes with its end.
  if (answer.events.length === 0) return told(null);
  return told(await recorded(parts, call, answer.events));
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
