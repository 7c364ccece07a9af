/** @module budget: the budget, clock and signal that tests of runners share. */
import type { RunBudget } from '../../../../../kernel/tools/runners/runner.ts';

/** The default budget of a run. */
export const BUDGET: RunBudget = {
  time_ms: 30_000,
  mem_mb: 256,
  gas: 6000,
  depth: 4,
  tool_calls_max: 6,
  web_requests_max: 3,
  tokens_output_max: 800,
};

/** A signal that is never aborted. */
export const NO_ABORT = new AbortController().signal;

/** A constant clock. */
export const now = (): number => 0;
