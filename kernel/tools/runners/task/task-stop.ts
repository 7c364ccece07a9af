/** @module task-stop: the early end of a task, and the outcome of a task's end. */
import type { RunnerCode, RunOutcome, RunProvenance, RunUse } from '../runner.ts';

/** The end of a task without a result: the code, one line of cause, and details. */
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

const CAUSE_CHARS = 300;

/** The end for an error; an error other than `TaskStop` becomes a TOOL_FAIL whose cause names `what`. */
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

/** The outcome of a run for the end of its task. `gas` never exceeds `gasMax`. */
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
