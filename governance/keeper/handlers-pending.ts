/** @module handlers-pending: how many approvals of one requester may wait, so that people are not buried under them. */
import type { LedgerTransaction } from '../../kernel/ledger/ledger.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { ApprovalRecord, PlanDocument } from '../../schemas/governance.ts';
import { PENDING_DEFAULT, type WorkspacePolicy } from '../../schemas/permissions.ts';
import { hasExpired } from '../approval/machine.ts';
import { expireApproval, requesterIn, type Writing } from './handlers-close.ts';
import { pendingCounter, type HandlersContext } from './handlers-context.ts';

/** More waiting approvals than any workspace has. */
const ALL = 1_000_000_000;

type Requester = Pick<PlanDocument, 'agent_id' | 'user_id'>;

/** Refuses PENDING_LIMIT_EXCEEDED when as many of this requester's approvals wait as may. `replaces`: one of them ends. */
export async function assertRoom(
  context: HandlersContext,
  writing: Writing,
  asked: {
    readonly who: Requester;
    readonly policy: WorkspacePolicy;
    readonly replaces: boolean;
  },
): Promise<void> {
  const { who, policy, replaces } = asked;
  const limit = policy.max_pending_approvals ?? PENDING_DEFAULT;
  const most = limit + (replaces ? 1 : 0);
  const counter = pendingCounter(who);
  const { tx } = writing;
  if ((await tx.counter(counter)) < most) return;
  await expireOwn(context, writing, who);
  const waiting = await tx.counter(counter);
  if (waiting < most) return;
  throw new Refusal(
    'PENDING_LIMIT_EXCEEDED',
    `${waiting} approvals wait already for what you asked, ${limit} may; nothing was changed`,
    'wait until people have decided some of them: call get_operation with one of your approval ids',
    { waiting, limit },
  );
}

/** Marks what has run out, which nobody may have looked at since. */
async function expireOwn(
  context: HandlersContext,
  { tx, audit }: Writing,
  who: Requester,
): Promise<void> {
  const now = context.now().getTime();
  const own = pendingCounter(who);
  for (const record of await tx.approvals('pending', ALL))
    if (hasExpired(record, now) && pendingCounter(requesterIn(record)) === own)
      await expireApproval(context, tx, audit, record);
}

/** Stores a new approval that waits, and counts it. */
export async function insertPending(
  tx: LedgerTransaction,
  record: ApprovalRecord,
  who: Requester,
): Promise<void> {
  await tx.insertApproval(record);
  await tx.addCounter(pendingCounter(who), 1);
}
