/** @module run-budget: the bounds of a tool run and the price of what is not the runner's own work. */
import { narrowBudgets } from '../apex/budgets.ts';
import type { RunBudget } from './runners/runner.ts';

/** The bounds that hold where nobody asks for less. */
export const DEFAULT_RUN_BUDGET: RunBudget = {
  time_ms: 30_000,
  mem_mb: 256,
  gas: 6000,
  depth: 4,
  tool_calls_max: 6,
  web_requests_max: 3,
  tokens_output_max: 800,
};

/** Gas of a call that is let in, whatever it does. */
export const ADMISSION_GAS = 10;
/** Bytes of canonical input or output for one gas. */
export const BYTES_PER_GAS = 4096;

/** Gas of carrying a text of so many bytes. */
export function carriageGas(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_GAS);
}

/** The tightest of the defaults and what was asked for; never more than either. */
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
