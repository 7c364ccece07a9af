/** @module policy: a workspace without limits by time, so that a bench measures the gate and not the limit. */
import { connectKeeper } from '../../governance/keeper/connect-keeper.ts';
import { BUILDING_CHECKS } from '../../kernel/building/model/checks/checks-module.ts';
import { WorkspacePolicy } from '../../schemas/permissions.ts';

export const UNLIMITED = WorkspacePolicy.parse({
  rate_limit_per_minute: null,
  max_unapproved_elements_per_hour: 1_000_000,
});

/** Sets the policy of a workspace that has no approver yet. */
export async function setPolicy(dir: string, policy: WorkspacePolicy): Promise<void> {
  const keeper = await connectKeeper({ checks: BUILDING_CHECKS, dir });
  const reply = await keeper.registry({ change: 'policy', policy, signed: null });
  await keeper.close();
  if (reply.status !== 'done') throw new Error(reply.refusal.message);
}
