/** @module approver-warnings: what an agent that waits must know where nobody, or too few, could approve. */
import type { LedgerRead } from '../../kernel/ledger/ledger.ts';
import { ApproverRecord } from '../../schemas/governance.ts';

/** Says that no decision can come of waiting; empty where enough people other than the requester could approve. */
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
      `waiting leads nowhere yet: ${approvers_required} people must approve this and this workspace has ${able} who could; ${add}`,
    ];
  }
  return [
    active.length === 0
      ? `waiting leads nowhere yet: nobody could approve this, the workspace has no approver; ${add}`
      : `waiting leads nowhere yet: nobody could approve this, the only approver is the person it is asked for; ${add} with another person`,
  ];
}
