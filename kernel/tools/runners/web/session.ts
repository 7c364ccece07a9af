/** @module session: the common part of the web tools: options, one guarded session per run, and outcomes. */
import type { RunBudget, RunOutcome, RunProvenance } from '../runner.ts';
import { endOf, outcomeOf, TaskStop } from '../task/task-stop.ts';
import type { TaskEnd } from '../task/task-stop.ts';
import { resolveBySystem, guardedAgent } from './connect.ts';
import type { ResolveHost } from './connect.ts';
import { PUBLIC_WEB } from './policy.ts';
import type { WebPolicy } from './policy.ts';
import { WebMeter } from './request.ts';
import type { WebSession } from './request.ts';

/** Options of a web runner. */
export type WebOptions = {
  /** A clock in milliseconds, for `latency_ms` and deadlines only. */
  readonly now: () => number;
  /** The web policy; default `PUBLIC_WEB`. */
  readonly policy?: Partial<WebPolicy>;
  /** Resolves host names; default: the system resolver. */
  readonly resolve?: ResolveHost;
  /** Product token in the User-Agent header; default `plumbline`. */
  readonly agent_name?: string;
  /** Decoded bytes of one response, at most; default 2,000,000. */
  readonly bytes_max?: number;
};

/** Default limit of one answer in decoded bytes. */
const BYTES_MAX = 2_000_000;

/** Options for a tool that uses one service of the operator: its endpoint is the only private one that is opened. */
export function endpointOptions(options: WebOptions, endpoint: URL): WebOptions {
  const port =
    endpoint.port === '' ? (endpoint.protocol === 'https:' ? '443' : '80') : endpoint.port;
  return {
    ...options,
    policy: { ...options.policy, private_endpoints: [`${endpoint.hostname}:${port}`] },
  };
}

/** A job within a session; returns its output and provenance. */
export type WebJob = (
  session: WebSession,
  leftMs: () => number,
) => Promise<{
  readonly output: Readonly<Record<string, unknown>>;
  readonly provenance: RunProvenance;
}>;

/** Runs a job in a new session and closes all its connections. */
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
  if (late.aborted) {
    return new TaskStop('TOOL_TIMEOUT', `the tool ran longer than ${budget.time_ms} ms`);
  }
  return error;
}
