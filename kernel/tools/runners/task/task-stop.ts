/** @module task-stop: the error that ends a task, and the conversion of a task's end into the outcome of a run. */
import type { RunnerCode, RunOutcome, RunProvenance, RunUse } from '../runner.ts';

/** Ends a task without a result. The message is its cause, in one line. */
export class TaskStop extends Error {
  readonly code: RunnerCode;
  readonly detail: Readonly<Record<string, unknown>>;

  constructor(code: RunnerCode, cause: string, detail: Readonly<Record<string, unknown>> = {}) {
    super(cause);
    this.code = code;
    this.detail = detail;
  }
}

/** The end of a task, in a form that can be sent between threads and processes. */
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

/** Longest quoted message of an unexpected error, UTF-16 units. */
const CAUSE_CHARS = 300;

/** The end of a task by an error. Any error but `TaskStop` becomes TOOL_FAIL with a cause that begins with `what`. */
export function endOf(error: unknown, gas: number, what: string): TaskEnd & { ok: false } {
  if (error instanceof TaskStop) {
    return { ok: false, code: error.code, cause: error.message, detail: error.detail, gas };
  }
  const message = error instanceof Error ? error.message : 'unknown';
  const [first = ''] = message.split('\n');
  const cause = `${what}: ${first.slice(0, CAUSE_CHARS)}`;
  return { ok: false, code: 'TOOL_FAIL', cause, detail: {}, gas };
}

/** Data of a run other than its end. */
export type RunFacts = {
  readonly latency_ms: number;
  readonly provenance: RunProvenance;
  readonly web_requests?: number;
  readonly mem_high_water_bytes?: number;
  readonly unmeasured?: boolean;
};

/** The outcome of a run from the end of its task. Its `gas` is at most `gasMax`. */
export function outcomeOf(end: TaskEnd, gasMax: number, facts: RunFacts): RunOutcome {
  const use: RunUse = {
    gas: Math.min(end.gas, gasMax),
    fuel: 0,
    web_requests: facts.web_requests ?? 0,
    mem_high_water_bytes: facts.mem_high_water_bytes ?? 0,
    latency_ms: facts.latency_ms,
    ...(facts.unmeasured === true ? { unmeasured: true } : {}),
  };
  const { provenance } = facts;
  if (end.ok) return { ok: true, output: end.output, use, provenance };
  const { code, cause, detail } = end;
  return { ok: false, code, cause, detail, use, provenance };
}
