/** @module plan-data: what a plan answers: the data of its tool, and what the checks that were asked for say of it. */
import type { PlanDocument } from '../../schemas/governance.ts';

/** The data with the checks beside it, where there are any. */
export function planData({
  data,
  checks,
}: Pick<PlanDocument, 'data' | 'checks'>): Readonly<Record<string, unknown>> {
  return checks === undefined ? data : { ...data, checks };
}
