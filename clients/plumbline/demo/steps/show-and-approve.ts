/** @module show-and-approve: the approver reads a plan and signs exactly what was shown. */
import * as z from 'zod';

import type { DemoContext } from '../context.ts';
import { APPROVER } from './workspace.ts';

const ShownPlan = z.looseObject({ plan_digest: z.string() });

/** Number of digits of the digest that identify the plan. */
const DIGITS = 12;

/** Shows an approval, then approves it by its digest. `options`: more words for `approvals show`. */
export async function showAndApprove(
  { person }: DemoContext,
  approval_id: string,
  reason: string,
  options: readonly string[] = [],
): Promise<void> {
  const { json } = await person('approvals', 'show', approval_id, ...options);
  const digest = ShownPlan.parse(json).plan_digest.slice(0, DIGITS);
  const signed = ['--as', APPROVER, '--digest', digest, '--reason', reason];
  await person('approvals', 'approve', approval_id, ...signed);
}
