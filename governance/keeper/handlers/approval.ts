/** @module approval: one approval as it stands now, as a request. */
import type { LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import type { ApprovalRecord } from '../../../schemas/governance.ts';
import { openAppender } from '../../audit/append.ts';
import type { HandlersContext } from './context.ts';
import { settleApproval } from './settle-approval.ts';

/** The approval as it stands now; what has run out or gone stale is marked first. Null when there is none. */
export async function approval(
  context: HandlersContext,
  tx: LedgerTransaction,
  approval_id: string,
): Promise<ApprovalRecord | null> {
  const record = await tx.approval(approval_id);
  if (record?.status !== 'pending') return record;
  return settleApproval(context, { tx, audit: openAppender(tx) }, record);
}
