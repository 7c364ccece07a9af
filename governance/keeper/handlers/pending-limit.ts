/** @module pending-limit: limits the pending approvals of one requester, so that a person can work through them. */
import type { LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { ApprovalRecord, PlanDocument } from '../../../schemas/governance.ts';
import { PENDING_DEFAULT, type WorkspacePolicy } from '../../../schemas/permissions.ts';
import { pendingCounter } from '../../approval/approval-counters.ts';
import { requesterIn, type Writing } from './close-approval.ts';
import type { HandlersContext } from './context.ts';
import { settleApproval } from './settle-approval.ts';

/** More pending approvals than any workspace has. */
const ALL = 1_000_000_000;

type Requester = Pick<PlanDocument, 'agent_id' | 'user_id'>;

/**
 * Refuses PENDING_LIMIT_EXCEEDED when this requester has as many pending approvals as allowed. `replaces`: the approval that
 * the new one replaces.
 */
export async function assertPendingLimit(
  context: HandlersContext,
  writing: Writing,
  request: {
    readonly who: Requester;
    readonly policy: WorkspacePolicy;
    readonly replaces: ApprovalRecord | null;
  },
): Promise<void> {
  const { who, policy, replaces } = request;
  const limit = policy.max_pending_approvals ?? PENDING_DEFAULT;
  const max = limit + (replaces === null ? 0 : 1);
  const counter = pendingCounter(who);
  const { tx } = writing;
  if ((await tx.counter(counter)) < max) return;
  await settleOwn(context, writing, request);
  const pending = await tx.counter(counter);
  if (pending < max) return;
  throw new Refusal(
    'PENDING_LIMIT_EXCEEDED',
    `you have ${pending} pending approvals, and at most ${limit} are allowed; nothing was changed`,
    'wait until people have decided some of them: call get_operation with one of your approval ids; the operator changes the limit with `plumbline policy set max_pending_approvals N`',
    { waiting: pending, limit },
  );
}

/** Closes the requester's approvals that have expired or gone stale since they were last read. */
async function settleOwn(
  context: HandlersContext,
  writing: Writing,
  { who, replaces }: { readonly who: Requester; readonly replaces: ApprovalRecord | null },
): Promise<void> {
  const own = pendingCounter(who);
  for (const record of await writing.tx.approvals('pending', ALL)) {
    const ends = record.approval_id === replaces?.approval_id;
    if (ends || pendingCounter(requesterIn(record)) !== own) continue;
    await settleApproval(context, writing, record);
  }
}

/** Stores a new pending approval, and counts it. */
export async function insertPending(
  tx: LedgerTransaction,
  record: ApprovalRecord,
  who: Requester,
): Promise<void> {
  await tx.insertApproval(record);
  await tx.addCounter(pendingCounter(who), 1);
}
