/** @module budgets: upper bounds by dimension, and the rule that a bound may only get tighter. */
import * as z from 'zod';

/** Every dimension that a budget may bound; all are integers from 0. Times in milliseconds, memory in MB of 2^20 bytes. */
export const BUDGET_DIMENSIONS = [
  'time_ms',
  'mem_mb',
  'gas',
  'depth',
  'tool_calls_max',
  'web_requests_max',
  'tokens_prompt_max',
  'tokens_output_max',
  'clarifying_questions_max',
  'tools_max',
  'code_exec_ms_max',
] as const;
export type BudgetDimension = (typeof BUDGET_DIMENSIONS)[number];

/** Bounds by dimension; a missing dimension is unbounded. */
export type Budgets = { readonly [dimension in BudgetDimension]?: number };

const Bound = z.int().min(0);

/** Shape of the budget that a caller sends. */
export const BudgetsShape = z.strictObject({
  time_ms: Bound.exactOptional(),
  mem_mb: Bound.exactOptional(),
  gas: Bound.exactOptional(),
  depth: Bound.exactOptional(),
  tool_calls_max: Bound.exactOptional(),
  web_requests_max: Bound.exactOptional(),
  tokens_prompt_max: Bound.exactOptional(),
  tokens_output_max: Bound.exactOptional(),
  clarifying_questions_max: Bound.exactOptional(),
  tools_max: Bound.exactOptional(),
  code_exec_ms_max: Bound.exactOptional(),
}) satisfies z.ZodType<Budgets>;

/**
 * The tightest of several budgets, dimension by dimension: `effective = min(global, route profile, caller)`.
 * A dimension that no budget bounds stays unbounded.
 */
export function narrowBudgets(...budgets: readonly (Budgets | undefined)[]): Budgets {
  const effective: { [dimension in BudgetDimension]?: number } = {};
  for (const dimension of BUDGET_DIMENSIONS) {
    const bounds = budgets.flatMap((budget) => budget?.[dimension] ?? []);
    // INVARIANT: no bound of the result is above a bound of an input
    if (bounds.length > 0) effective[dimension] = Math.min(...bounds);
  }
  return effective;
}

/** A bound that was exceeded. */
export type Exceeded = {
  readonly dimension: BudgetDimension;
  readonly got: number;
  readonly limit: number;
};

/** The first dimension, in the order of `BUDGET_DIMENSIONS`, in which more was consumed than granted. */
export function firstExceeded(consumed: Budgets, granted: Budgets): Exceeded | undefined {
  for (const dimension of BUDGET_DIMENSIONS) {
    const got = consumed[dimension] ?? 0;
    const limit = granted[dimension] ?? Infinity;
    if (got > limit) return { dimension, got, limit };
  }
  return undefined;
}
