/** @module run-budget: the default bounds of a tool run and the gas price of the service's own work. */
import { narrowBudgets } from '../../apex/budgets.ts';
import type { RunBudget } from '../../runners/runner.ts';

/** The default bounds of a run. */
export const DEFAULT_RUN_BUDGET: RunBudget = {
  time_ms: 30_000,
  mem_mb: 256,
  gas: 6000,
  depth: 4,
  tool_calls_max: 6,
  web_requests_max: 3,
  tokens_output_max: 800,
};

/** Gas charged for every call that passes the checks. */
export const CHECK_GAS = 10;
/** Bytes of canonical input or output that cost one gas. */
export const BYTES_PER_GAS = 4096;

/** Gas for transferring a text of `bytes` bytes. */
export function carriageGas(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_GAS);
}

/** The tighter of default and requested bound, in each dimension. */
export function grantBudget(
  defaults: RunBudget,
  requested: { readonly [dimension: string]: number },
): RunBudget {
  const { time_ms, mem_mb, gas, depth, tool_calls_max, web_requests_max, tokens_output_max } = {
    ...defaults,
    ...narrowBudgets(defaults, requested),
  };
  return { time_ms, mem_mb, gas, depth, tool_calls_max, web_requests_max, tokens_output_max };
}
