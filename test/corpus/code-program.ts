/** @module code-program: one row of the tables of hostile programs. Add a row to add a case. */
import type { RunBudget, RunnerCode } from '../../kernel/runners/runner.ts';

export type CodeProgram = {
  readonly name: string;
  readonly code: string;
  /** What differs from `CORPUS_BUDGET`. */
  readonly budget?: Partial<RunBudget>;
  /** `ok`: the program ends well and harms nothing. */
  readonly expect: RunnerCode | 'ok';
  /** What the cause says, or for `ok` what the JSON of the output says. */
  readonly reason: RegExp;
};

/** Little gas, so that a loop costs about a tenth of a second, and so much time that no busy machine runs out of it. */
export const CORPUS_BUDGET: RunBudget = {
  time_ms: 120_000,
  mem_mb: 64,
  gas: 100,
  depth: 4,
  tool_calls_max: 6,
  web_requests_max: 3,
  tokens_output_max: 800,
};
