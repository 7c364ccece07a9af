/** @module close-approval: closes approvals that are not executed, and records this in an audit entry. */
import * as z from 'zod';

import type { LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import type { ApprovalRecord } from '../../../schemas/governance.ts';
import { pendingCounter } from '../../approval/approval-counters.ts';
import { withStatus } from '../../approval/machine.ts';
import type { AuditAppender } from '../../audit/append.ts';
import { releaseBlobs } from '../blobs/staged-blobs.ts';
import type { HandlersContext } from './context.ts';

/** The transaction and the audit chain to write to. */
export type Writing = { readonly tx: LedgerTransaction; readonly audit: AuditAppender };

/** Closes a pending or approved approval; throws, which rolls back, when its status has changed in the meantime. */
export async function closeApproval(
  context: HandlersContext,
  { tx, audit }: Writing,
  record: ApprovalRecord,
  end: {
    readonly status: 'expired' | 'cancelled' | 'stale';
    readonly detail: string | null;
    /** Blobs of a plan that is about to take its place; all others that only its plan names are removed. */
    readonly keeps?: readonly string[];
  },
): Promise<ApprovalRecord> {
  const at = context.now().toISOString();
  const closed = withStatus(record, end.status, at, { detail: end.detail });
  await swap(tx, record, closed);
  await releaseBlobs(context, tx, record.plan, end.keeps);
  await audit.write(at, {
    kind: 'approval',
    step: end.status,
    approval_id: record.approval_id,
    plan_digest: record.plan_digest,
    detail: end.detail,
  });
  context.moved(closed);
  return closed;
}

/** Marks an approval as expired. `keeps`: blobs of a plan that is about to take its place. */
export async function expireApproval(
  context: HandlersContext,
  writing: Writing,
  record: ApprovalRecord,
  keeps: readonly string[] = [],
): Promise<ApprovalRecord> {
  return closeApproval(context, writing, record, { status: 'expired', detail: null, keeps });
}

const Requester = z.object({ agent_id: z.string().nullable(), user_id: z.string() });

/** The requester of the plan of an approval. */
export function requesterIn({ plan }: ApprovalRecord): z.output<typeof Requester> {
  return Requester.parse(JSON.parse(plan));
}

/** Compare-and-set of an approval's row. */
export async function swap(
  tx: LedgerTransaction,
  from: ApprovalRecord,
  to: ApprovalRecord,
): Promise<void> {
  if (!(await tx.updateApproval(from.status, to))) {
    throw new Error(`approval ${from.approval_id} is no longer ${from.status}`);
  }
  if (from.status === 'pending' && to.status !== 'pending') {
    await tx.addCounter(pendingCounter(requesterIn(from)), -1);
  }
}
