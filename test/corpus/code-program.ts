/** @module code-program: the form of a hostile program and its budget; add a row to a table to add a case. */
import type { RunBudget, RunnerCode } from '../../kernel/tools/runners/runner.ts';

/** A program and its expected outcome. */
export type CodeProgram = {
  readonly name: string;
  readonly code: string;
  /** Bounds that differ from `CORPUS_BUDGET`. */
  readonly budget?: Partial<RunBudget>;
  /** `ok`: the program ends normally and does no harm. */
  readonly expect: RunnerCode | 'ok';
  /** Pattern of the refusal's cause, or for `ok` of the output as JSON. */
  readonly reason: RegExp;
};

/** Little gas, so that an endless loop takes about 0.1 s, but enough time for a busy machine. */
export const CORPUS_BUDGET: RunBudget = {
  time_ms: 120_000,
  mem_mb: 64,
  gas: 100,
  depth: 4,
  tool_calls_max: 6,
  web_requests_max: 3,
  tokens_output_max: 800,
};
