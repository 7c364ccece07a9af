/** @module approval: the request for the current state of one approval. */
import type { LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import type { ApprovalRecord } from '../../../schemas/governance.ts';
import { openAppender } from '../../audit/append.ts';
import type { HandlersContext } from './context.ts';
import { settleApproval } from './settle-approval.ts';

/** The current approval; if it has expired or gone stale, it is marked as such first. Null for an unknown id. */
export async function approval(
  context: HandlersContext,
  tx: LedgerTransaction,
  approval_id: string,
): Promise<ApprovalRecord | null> {
  const record = await tx.approval(approval_id);
  if (record?.status !== 'pending') return record;
  return settleApproval(context, { tx, audit: openAppender(tx) }, record);
}
