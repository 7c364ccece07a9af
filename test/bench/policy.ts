/** @module policy: a workspace without a rate limit, so that a bench measures the gate and not the limit. */
import { connectKeeper } from '../../governance/keeper/connect.ts';
import { WorkspacePolicy } from '../../schemas/permissions.ts';

export const UNLIMITED = WorkspacePolicy.parse({ rate_limit_per_minute: null });

/** Sets the policy of a workspace that has no approver yet. */
export async function setPolicy(dir: string, policy: WorkspacePolicy): Promise<void> {
  const keeper = await connectKeeper({ dir });
  const reply = await keeper.registry({ change: 'policy', policy, signed: null });
  await keeper.close();
  if (reply.status !== 'done') throw new Error(reply.refusal.message);
}
