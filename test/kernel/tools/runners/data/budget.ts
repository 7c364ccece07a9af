/** @module budget: budgets and runners for the tests of tools. */
import type { RunBudget } from '../../../../kernel/runners/runner.ts';

/** The default budget of the specification. */
export const BUDGET: RunBudget = {
  time_ms: 30_000,
  mem_mb: 256,
  gas: 6000,
  depth: 4,
  tool_calls_max: 6,
  web_requests_max: 3,
  tokens_output_max: 800,
};

/** A signal that nothing aborts. */
export const NO_ABORT = new AbortController().signal;

/** A constant clock. */
export const now = (): number => 0;
