/** @module pending-approval: the checks that decisions and comments share: of the approval, and of the signer. */
import { digestOf, sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import type { LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type {
  ApprovalRecord,
  ApproverRecord,
  PlanDocument,
  WorkspaceRecord,
} from '../../../schemas/governance.ts';
import { openedPointer } from '../../approval/approval-counters.ts';
import { DECISION_SKEW_MS } from '../../approval/decision.ts';
import { hasExpired } from '../../approval/machine.ts';
import { assertPresentTerm } from '../../approval/present-term.ts';
import { HUB_PLACE } from '../../approval/term-challenge.ts';
import { openAppender } from '../../audit/append.ts';
import { readGoverning } from '../../audit/governing.ts';
import { expireApproval } from './close-approval.ts';
import type { HandlersContext } from './context.ts';
import { closedRefusal } from './idempotency.ts';
import { bodyAt } from './records/counters.ts';
import { activeApprover } from './records/registered-reader.ts';

/**
 * A pending approval, with its plan as it was opened. Refuses OPERATION_NOT_FOUND for an unknown id, with its outcome for an
 * approval that has ended, and SIGNATURE_INVALID for an edited row.
 */
export async function pendingApproval(
  context: HandlersContext,
  tx: LedgerTransaction,
  approval_id: string,
): Promise<{ readonly record: ApprovalRecord; readonly plan: PlanDocument }> {
  const record = await tx.approval(approval_id);
  if (record === null) {
    throw new Refusal(
      'OPERATION_NOT_FOUND',
      `no approval \`${approval_id}\``,
      'run `plumbline approvals list`',
    );
  }
  if (record.status === 'pending' && hasExpired(record, context.now().getTime())) {
    throw closedRefusal(await expireApproval(context, { tx, audit: openAppender(tx) }, record));
  }
  if (record.status === 'expired' || record.status === 'stale') throw closedRefusal(record);
  if (record.status !== 'pending') {
    throw decidedRefusal(record, `the approval \`${approval_id}\` is ${record.status}`);
  }
  return { record, plan: await openedPlan(tx, record) };
}

/** The refusal of a decision or comment on an approval that has been decided. */
export function decidedRefusal({ status, approval_id }: ApprovalRecord, message: string): Refusal {
  return new Refusal(
    'APPROVAL_DECIDED',
    message,
    'run `plumbline approvals show ID` to see its current status',
    {
      approval_id,
      status,
    },
  );
}

/** The claims of a signature, which the caller verifies. */
type SignerClaims = {
  readonly approver: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly signed_at: string;
  readonly challenge?: string | undefined;
  readonly via?: 'hub' | undefined;
};

/** An active approver of a workspace, and the challenge of the present term. */
type PresentSigner = {
  readonly workspace: WorkspaceRecord;
  readonly approver: ApproverRecord;
  readonly challenge: string;
};

/**
 * The workspace, and the active approver who claims to have signed now and for the present term. Refuses APPROVER_REQUIRED,
 * OUT_OF_RANGE for another time, and SIGNATURE_INVALID for another term.
 */
export async function presentSigner(
  context: HandlersContext,
  tx: LedgerTransaction,
  { approver: name, signed_at, challenge, via }: SignerClaims,
): Promise<PresentSigner> {
  const workspace = await context.registered.workspace(tx);
  const approver = await activeApprover(context.registered, tx, name);
  assertTimely(signed_at, context.now().getTime());
  assertPresentTerm(context, challenge, via === 'hub' ? HUB_PLACE : context.place);
  return { workspace, approver, challenge };
}

function assertTimely(signed_at: string, now: number): void {
  if (Math.abs(Date.parse(signed_at) - now) <= DECISION_SKEW_MS) return;
  throw new Refusal(
    'OUT_OF_RANGE',
    `it was signed at \`${signed_at}\`; expected a time within 10 min of ${new Date(now).toISOString()}`,
    'set the clock of this machine, then sign again',
  );
}

/**
 * The plan as it was opened. The row is used only if it equals the audit chain.
 * Refuses SIGNATURE_INVALID for an edited row and APPROVAL_DECIDED for a plan that has run.
 */
async function openedPlan(tx: LedgerTransaction, record: ApprovalRecord): Promise<PlanDocument> {
  const body = await bodyAt(tx, openedPointer(record.approval_id));
  const entry = body === null ? null : readGoverning(body);
  const asOpened =
    entry?.step === 'opened' &&
    entry.approval_id === record.approval_id &&
    entry.plan_digest === record.plan_digest &&
    entry.effect_key === record.effect_key &&
    entry.plan.expires_at === record.expires_at &&
    sha256Hex(record.plan) === record.plan_digest &&
    digestOf(entry.plan) === record.plan_digest;
  if (!asOpened) {
    throw new Refusal(
      'SIGNATURE_INVALID',
      `the approval \`${record.approval_id}\` differs from its request on the audit chain`,
      'run `plumbline audit verify`; someone has edited the store',
      { approval_id: record.approval_id },
    );
  }
  if ((await tx.eventsOfOperation(entry.plan.operation_id)).length > 0) {
    throw decidedRefusal(record, `the plan of \`${record.approval_id}\` has already been executed`);
  }
  return entry.plan;
}
