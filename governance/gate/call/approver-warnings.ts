/** @module approver-warnings: warns an agent with a pending approval that too few people, or nobody, can approve it. */
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { ApproverRecord } from '../../../schemas/governance.ts';

/** Warns that no decision is possible yet; empty if enough people other than the requester could approve. */
export async function approverWarnings(
  reader: LedgerRead,
  user_id: string,
  approvers_required: number,
): Promise<readonly string[]> {
  const rows = await reader.registryAll('approver');
  const active = rows
    .map(({ record }) => ApproverRecord.parse(JSON.parse(record)))
    .filter(({ status }) => status === 'active');
  const able = active.filter((approver) => approver.user_id !== user_id).length;
  if (able >= Math.max(1, approvers_required)) return [];
  const add = 'tell the person you work for to run `plumbline approver add NAME`';
  if (able > 0) {
    return [
      `no decision is possible yet: ${approvers_required} people must approve this, but this workspace has only ${able} who can; ${add}`,
    ];
  }
  return [
    active.length === 0
      ? `no decision is possible yet: the workspace has no approver; ${add}`
      : `no decision is possible yet: the only approver is the person who requested it; ${add} with another person`,
  ];
}
