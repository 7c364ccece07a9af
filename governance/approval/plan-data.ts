/** @module plan-data: the answer for a plan: the data of its tool, and the results of the requested checks. */
import type { PlanDocument } from '../../schemas/governance.ts';

/** The data of a plan, with the results of its checks if any were requested. */
export function planData({
  data,
  checks,
}: Pick<PlanDocument, 'data' | 'checks'>): Readonly<Record<string, unknown>> {
  return checks === undefined ? data : { ...data, checks };
}
