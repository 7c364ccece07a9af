import type { RunBudget, RunOutcome, RunProvenance } from './runner.ts';
import { endOf, outcomeOf, TaskStop } from './task-stop.ts';
import type { TaskEnd } from './task-stop.ts';
/** @module web-session: what the web tools share: options, one guarded session per run, and how runs end. */
import { resolveBySystem, guardedAgent } from './web-connect.ts';
import type { ResolveHost } from './web-connect.ts';
import { PUBLIC_WEB } from './web-policy.ts';
import type { WebPolicy } from './web-policy.ts';
import { WebMeter } from './web-request.ts';
import type { WebSession } from './web-request.ts';

/** How a web runner is made. */
export type WebOptions = {
  /** A clock in milliseconds, for `latency_ms` and deadlines only. */
  readonly now: () => number;
  /** What may be reached; default `PUBLIC_WEB`. */
  readonly policy?: Partial<WebPolicy>;
  /** How host names become addresses; default the system. */
  readonly resolve?: ResolveHost;
  /** Product token that the tool names itself with; default `plumbline`. */
  readonly agent_name?: string;
  /** Most decoded bytes of one answer; default 2,000,000. */
  readonly bytes_max?: number;
};

/** Default limit of one answer in decoded bytes. */
const BYTES_MAX = 2_000_000;

/** Options for a tool that asks one service of the operator: its endpoint is opened, and no other private one. */
export function endpointOptions(options: WebOptions, endpoint: URL): WebOptions {
  const port =
    endpoint.port === '' ? (endpoint.protocol === 'https:' ? '443' : '80') : endpoint.port;
  return {
    ...options,
    policy: { ...options.policy, private_endpoints: [`${endpoint.hostname}:${port}`] },
  };
}

/** A job within a session: its output and the provenance that it found. */
export type WebJob = (
  session: WebSession,
  leftMs: () => number,
) => Promise<{
  readonly output: Readonly<Record<string, unknown>>;
  readonly provenance: RunProvenance;
}>;

/** Runs a job in a session of its own and closes all its connections. */
export async function runInSession(
  options: WebOptions,
  run: { readonly budget: RunBudget; readonly signal: AbortSignal; readonly adapter: string },
  job: WebJob,
): Promise<RunOutcome> {
  const { budget, adapter } = run;
  const began = options.now();
  const policy: WebPolicy = { ...PUBLIC_WEB, ...options.policy };
  const meter = new WebMeter({ gas: budget.gas, web_requests: budget.web_requests_max });
  const agent = guardedAgent(policy, options.resolve ?? resolveBySystem);
  const late = AbortSignal.timeout(budget.time_ms);
  const session: WebSession = {
    agent,
    policy,
    meter,
    signal: AbortSignal.any([run.signal, late]),
    user_agent: `${options.agent_name ?? 'plumbline'}/1 (reads single pages for a person)`,
    bytes_max: options.bytes_max ?? BYTES_MAX,
  };
  let end: TaskEnd;
  let provenance: RunProvenance = { adapter };
  try {
    const done = await job(session, () => budget.time_ms - (options.now() - began));
    provenance = { ...provenance, ...done.provenance };
    end = { ok: true, output: done.output, gas: meter.gas };
  } catch (error) {
    end = endOf(spoken(error, run.signal, late, budget), meter.gas, 'the web tool failed');
  } finally {
    await agent.destroy();
  }
  return outcomeOf(end, budget.gas, {
    latency_ms: options.now() - began,
    provenance,
    web_requests: meter.requests,
    mem_high_water_bytes: meter.bytes,
  });
}

function spoken(error: unknown, asked: AbortSignal, late: AbortSignal, budget: RunBudget): unknown {
  if (error instanceof TaskStop) return error;
  if (asked.aborted) return new TaskStop('TOOL_FAIL', 'the run was cancelled');
  if (late.aborted)
    return new TaskStop('TOOL_TIMEOUT', `the tool ran longer than ${budget.time_ms} ms`);
  return error;
}
