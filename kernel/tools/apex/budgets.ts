/** @module budgets: upper bounds by dimension; combining budgets can only tighten a bound. */
import * as z from 'zod';

const Bound = z.int().min(0);

/**
 * A budget: upper bounds by dimension; a missing dimension is unbounded. Bounds are non-negative integers, times in
 * milliseconds, memory in MB of 2^20 bytes.
 */
export const BudgetsShape = z
  .strictObject({
    time_ms: Bound,
    mem_mb: Bound,
    gas: Bound,
    depth: Bound,
    tool_calls_max: Bound,
    web_requests_max: Bound,
    tokens_prompt_max: Bound,
    tokens_output_max: Bound,
    clarifying_questions_max: Bound,
    tools_max: Bound,
    code_exec_ms_max: Bound,
  })
  .exactPartial();
type Bounds = z.output<typeof BudgetsShape>;
export type BudgetDimension = keyof Bounds;
export type Budgets = Readonly<Bounds>;

/** Every dimension that a budget may bound, in the order in which excesses are reported. */
export const BUDGET_DIMENSIONS = BudgetsShape.keyof().options;

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
