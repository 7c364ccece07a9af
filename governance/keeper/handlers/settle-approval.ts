/** @module settle-approval: closes a pending approval that has expired, or whose plan can no longer be executed. */
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import { type ApprovalRecord, PlanDocument } from '../../../schemas/governance.ts';
import { hasExpired } from '../../approval/machine.ts';
import { closeApproval, expireApproval, type Writing } from './close-approval.ts';
import { refusable, type HandlersContext } from './context.ts';
import { planStanding } from './plan-standing.ts';

/** The approval with its current status. An approval whose row was edited in the store stays unchanged. */
export async function settleApproval(
  context: HandlersContext,
  writing: Writing,
  record: ApprovalRecord,
): Promise<ApprovalRecord> {
  if (record.status !== 'pending') return record;
  const { tx } = writing;
  if (hasExpired(record, context.now().getTime())) {
    return expireApproval(context, writing, record);
  }
  if (sha256Hex(record.plan) !== record.plan_digest) return record;
  const { registered } = context;
  const rules = await refusable(async () => ({
    ...context,
    workspace: await registered.workspace(tx),
    agents: await registered.agents.all(tx),
    policyDigest: registered.policyDigest,
  }));
  if ('status' in rules) return record;
  const standing = await planStanding(tx, PlanDocument.parse(JSON.parse(record.plan)), rules);
  if (standing.status === 'sound') return record;
  return closeApproval(context, writing, record, standing);
}
