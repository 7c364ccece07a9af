/** @module session: what all web tools share: options, a guarded session per run, and outcomes. */
import type { z } from 'zod';

import type { RunBudget, Runner, RunOutcome, RunProvenance } from '../runner.ts';
import { parseInput } from '../task/parse-input.ts';
import { endOf, outcomeOf, TaskStop } from '../task/task-stop.ts';
import type { TaskEnd } from '../task/task-stop.ts';
import { resolveBySystem, guardedAgent } from './connect.ts';
import type { ResolveHost } from './connect.ts';
import { portOf, PUBLIC_WEB } from './policy.ts';
import type { WebPolicy } from './policy.ts';
import { WebMeter } from './request.ts';
import type { WebSession } from './request.ts';

/** Options of a web runner. */
export type WebOptions = {
  /** A clock in milliseconds, for `latency_ms` and deadlines only. */
  readonly now: () => number;
  /** The web policy; members default to those of `PUBLIC_WEB`. */
  readonly policy?: Partial<WebPolicy>;
  /** Resolves host names; default: the system resolver. */
  readonly resolve?: ResolveHost;
};

/** Product token in the User-Agent header and in robots.txt. */
export const AGENT_NAME = 'plumbline';
/** Limit of the decoded bytes of one response, unless a tool sets another. */
const BYTES_MAX = 2_000_000;

/** Options for a tool that uses one service of the operator: its endpoint is the only private one that is allowed. */
export function endpointOptions(options: WebOptions, endpoint: URL): WebOptions {
  const private_endpoints = [`${endpoint.hostname}:${portOf(endpoint)}`];
  return { ...options, policy: { ...options.policy, private_endpoints } };
}

/** The output and provenance of a job. */
export type WebResult = {
  readonly output: Readonly<Record<string, unknown>>;
  readonly provenance: RunProvenance;
};

/** The work of one run within its session. `leftMs`: the time left, ms. */
export type WebJob = (session: WebSession, leftMs: () => number) => WebResult | Promise<WebResult>;

/** The bounds of one run. */
export type WebRun = { readonly budget: RunBudget; readonly signal: AbortSignal };

/** A web tool: the schema of its input, its name in provenance, and the job for an input. */
export type WebTool<Input> = {
  readonly shape: z.ZodType<Input>;
  readonly adapter: string;
  readonly job: (input: Input, run: WebRun) => WebJob;
  /** Frees the resources of the jobs. */
  readonly close?: () => Promise<void>;
};

/** Creates the runner of a web tool: parses the input and runs the job in a new session. */
export function webRunner<Input>(options: WebOptions, tool: WebTool<Input>): Runner {
  return {
    async run(input, budget, signal) {
      let parsed: Input;
      try {
        parsed = parseInput(tool.shape, input);
      } catch (error) {
        return outcomeOf(endOf(error, 0, 'input'), budget.gas, { latency_ms: 0, provenance: {} });
      }
      const run = { budget, signal };
      const job = tool.job(parsed, run);
      return await runInSession(options, { ...run, adapter: tool.adapter }, job);
    },
    [Symbol.asyncDispose]: async () => await tool.close?.(),
  };
}

/** Runs a job in a new session and closes all its connections. */
async function runInSession(
  options: WebOptions,
  run: WebRun & { readonly adapter: string },
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
    user_agent: `${AGENT_NAME}/1 (reads single pages for a person)`,
    bytes_max: BYTES_MAX,
  };
  let end: TaskEnd;
  let provenance: RunProvenance = { adapter };
  try {
    const done = await job(session, () => budget.time_ms - (options.now() - began));
    provenance = { ...provenance, ...done.provenance };
    end = { ok: true, output: done.output, gas: meter.gas };
  } catch (error) {
    end = endOf(stopOf(error, run.signal, late, budget), meter.gas, 'the web tool failed');
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

function stopOf(
  error: unknown,
  cancel: AbortSignal,
  late: AbortSignal,
  budget: RunBudget,
): unknown {
  if (error instanceof TaskStop) return error;
  if (cancel.aborted) return new TaskStop('TOOL_FAIL', 'the run was cancelled');
  if (late.aborted) {
    return new TaskStop('TOOL_TIMEOUT', `the tool ran longer than ${budget.time_ms} ms`);
  }
  return error;
}
