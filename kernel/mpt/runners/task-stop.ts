/** @module task-stop: how a tool's task ends before its result, and how ends become outcomes. */
import type { z } from 'zod';

import type { RunnerCode, RunOutcome, RunProvenance, RunUse } from './runner.ts';

/** The end of a task that cannot give its result: the code, one line of cause, and facts. */
export class TaskStop extends Error {
  readonly code: RunnerCode;
  readonly detail: Readonly<Record<string, unknown>>;

  constructor(code: RunnerCode, cause: string, detail: Readonly<Record<string, unknown>> = {}) {
    super(cause);
    this.code = code;
    this.detail = detail;
  }
}

/** What a task leaves behind, in words that can cross a thread or a process. */
export type TaskEnd =
  | {
      readonly ok: true;
      readonly output: Readonly<Record<string, unknown>>;
      readonly gas: number;
    }
  | {
      readonly ok: false;
      readonly code: RunnerCode;
      readonly cause: string;
      readonly detail: Readonly<Record<string, unknown>>;
      readonly gas: number;
    };

const CAUSE_CHARS = 300;

/** The end that an error means; what is not a `TaskStop` is a failure of the tool, named by `what`. */
export function endOf(error: unknown, gas: number, what: string): TaskEnd & { ok: false } {
  if (error instanceof TaskStop)
    return { ok: false, code: error.code, cause: error.message, detail: error.detail, gas };
  const message = error instanceof Error ? error.message : 'unknown';
  const [first = ''] = message.split('\n');
  const cause = `${what}: ${first.slice(0, CAUSE_CHARS)}`;
  return { ok: false, code: 'TOOL_FAIL', cause, detail: {}, gas };
}

/** What is known of a run beside its end. */
export type RunFacts = {
  readonly latency_ms: number;
  readonly provenance: RunProvenance;
  readonly web_requests?: number;
  readonly mem_high_water_bytes?: number;
};

/** The outcome of a run from the end of its task. `gas` never exceeds `gasMax`. */
export function outcomeOf(end: TaskEnd, gasMax: number, facts: RunFacts): RunOutcome {
  const use: RunUse = {
    gas: Math.min(end.gas, gasMax),
    fuel: 0,
    web_requests: facts.web_requests ?? 0,
    mem_high_water_bytes: facts.mem_high_water_bytes ?? 0,
    latency_ms: facts.latency_ms,
  };
  const { provenance } = facts;
  if (end.ok) return { ok: true, output: end.output, use, provenance };
  const { code, cause, detail } = end;
  return { ok: false, code, cause, detail, use, provenance };
}

/** The stop for an input that does not fit the tool's schema. */
export function schemaMiss(error: z.ZodError): TaskStop {
  const [issue] = error.issues;
  const where = issue?.path.join('.') ?? '';
  return new TaskStop(
    'TOOL_SCHEMA_MISS',
    `input \`${where}\` does not fit: ${issue?.message ?? 'unknown'}`,
    { issues: error.issues.map(({ path, message }) => ({ path: path.join('.'), message })) },
  );
}
