/** @module decide: checks and counts the verdict of one person; the last required approval executes the plan exactly once, as it was shown. */
import { digestOf, sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import type { LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type {
  ApprovalRecord,
  Decision,
  PlanDocument,
  WorkspaceRecord,
} from '../../../schemas/governance.ts';
import { openedPointer } from '../../approval/approval-counters.ts';
import { DECISION_SKEW_MS, verifyDecision } from '../../approval/decision.ts';
import { hasExpired, withStatus, verdictOf } from '../../approval/machine.ts';
import { assertPresentTerm } from '../../approval/present-term.ts';
import { HUB_PLACE } from '../../approval/term-challenge.ts';
import { openAppender, type AuditAppender } from '../../audit/append.ts';
import { maskSecrets } from '../../audit/entry.ts';
import { readGoverning } from '../../audit/governing.ts';
import { releaseBlobs } from '../blobs/staged-blobs.ts';
import type { DecideReply, DecideRequest } from '../protocol/protocol.ts';
import { closeApproval, expireApproval, swap } from './close-approval.ts';
import { prepareCommit, writeCommit } from './commit-plan.ts';
import { refusable, type HandlersContext } from './context.ts';
import { bodyAt } from './counters.ts';
import { closedRefusal } from './idempotency.ts';
import { planStanding } from './plan-standing.ts';
import { activeApprover } from './registered-reader.ts';

/** A valid decision, with everything that it concerns. */
type CheckedDecision = {
  readonly record: ApprovalRecord;
  readonly plan: PlanDocument;
  readonly workspace: WorkspaceRecord;
  /** Decisions that are still valid, the new one last. */
  readonly decisions: readonly Decision[];
  readonly via: ReturnType<typeof originOf>;
};

/** Handles one decision inside the keeper's transaction. A refused decision is recorded on the chain too. */
export async function decide(
  context: HandlersContext,
  tx: LedgerTransaction,
  request: DecideRequest,
): Promise<DecideReply> {
  const checked = await refusable(() => check(context, tx, request));
  const audit = openAppender(tx);
  if ('status' in checked) {
    await audit.write(context.now().toISOString(), {
      kind: 'approval',
      outcome: 'refused',
      error: checked.refusal.name,
      ...originOf(request),
      message: checked.refusal.message.toWellFormed(),
      ...maskSecrets({
        approval_id: request.approval_id,
        approver: request.decision.approver,
        verdict: request.decision.verdict,
      }),
    });
    return checked;
  }
  return settle(context, tx, audit, { ...checked, via: originOf(request) });
}

/** The origin field in the entry of a decision that did not come from a client on the keeper's machine. */
function originOf({ via }: DecideRequest): { readonly via?: 'hub' } {
  return via === undefined ? {} : { via };
}

async function check(
  context: HandlersContext,
  tx: LedgerTransaction,
  { approval_id, decision, via }: DecideRequest,
): Promise<Omit<CheckedDecision, 'via'>> {
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
  const plan = await openedPlan(tx, record);
  const workspace = await context.registered.workspace(tx);
  const approver = await activeApprover(context.registered, tx, decision.approver);
  assertTimely(decision, context.now().getTime());
  const { challenge } = decision;
  assertPresentTerm(context, challenge, via === 'hub' ? HUB_PLACE : context.place);
  const statement = {
    ...decision,
    workspace_id: workspace.workspace_id,
    approval_id,
    plan_digest: record.plan_digest,
  };
  if (!verifyDecision(approver.public_key, statement, decision.signature)) {
    throw new Refusal(
      'SIGNATURE_INVALID',
      `the signature of \`${approver.name}\` over this plan is invalid`,
      'look at the approval again and sign with the registered key',
    );
  }
  if (decision.verdict === 'approve' && approver.user_id === plan.user_id) {
    throw new Refusal(
      'SELF_APPROVAL',
      `\`${approver.name}\` is the person behind this request and cannot approve it`,
      'another approver must decide',
    );
  }
  const before = await validDecisions(context, tx, record, statement);
  const { user_id, public_key } = approver;
  if (before.some((other) => other.user_id === user_id || other.public_key === public_key)) {
    throw decidedRefusal(record, `\`${approver.name}\` has already decided`);
  }
  const { verdict, reason, decided_at, signature } = decision;
  const own = {
    approver: approver.name,
    user_id,
    public_key,
    verdict,
    reason,
    decided_at,
    challenge,
    signature,
  };
  return { record, plan, workspace, decisions: [...before, own] };
}

function decidedRefusal({ status, approval_id }: ApprovalRecord, message: string): Refusal {
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

function assertTimely({ decided_at }: DecideRequest['decision'], now: number): void {
  if (Math.abs(Date.parse(decided_at) - now) <= DECISION_SKEW_MS) return;
  throw new Refusal(
    'OUT_OF_RANGE',
    `the decision was made at \`${decided_at}\`; expected a time within 10 min of ${new Date(now).toISOString()}`,
    'set the clock of this machine, then decide again',
  );
}

/** Earlier decisions whose approver is still active with the same key, and whose signature still verifies. */
async function validDecisions(
  { registered }: HandlersContext,
  tx: LedgerTransaction,
  record: ApprovalRecord,
  { workspace_id }: { readonly workspace_id: string },
): Promise<readonly Decision[]> {
  const valid: Decision[] = [];
  for (const decision of record.decisions) {
    const approver = await registered.approvers.one(tx, decision.approver);
    const { approval_id, plan_digest } = record;
    const statement = { ...decision, workspace_id, approval_id, plan_digest };
    if (
      approver?.status === 'active' &&
      approver.public_key === decision.public_key &&
      approver.user_id === decision.user_id &&
      verifyDecision(approver.public_key, statement, decision.signature)
    ) {
      valid.push(decision);
    }
  }
  return valid;
}

async function settle(
  context: HandlersContext,
  tx: LedgerTransaction,
  audit: AuditAppender,
  checked: CheckedDecision,
): Promise<DecideReply> {
  const { record, plan, decisions, via } = checked;
  const at = context.now().toISOString();
  const decision = decisions.at(-1);
  const verdict = verdictOf(decisions, plan.approvers_required);
  const detail = verdict === 'rejected' ? (decision?.reason ?? null) : null;
  const changes = { decisions, detail };
  const next =
    verdict === 'pending'
      ? { ...record, ...changes, updated_at: at }
      : withStatus(record, verdict, at, changes);
  await swap(tx, record, next);
  await audit.write(at, {
    kind: 'approval',
    step: 'decided',
    outcome: verdict,
    approval_id: record.approval_id,
    plan_digest: record.plan_digest,
    decision,
    ...via,
  });
  context.moved(next);
  if (verdict === 'rejected') await releaseBlobs(context, tx, record.plan);
  return replyOf(
    verdict === 'approved' ? await execute(context, tx, audit, { ...checked, record: next }) : next,
    plan,
  );
}

function replyOf(record: ApprovalRecord, plan: PlanDocument): DecideReply {
  const { status, approval_id, event_id, detail, decisions } = record;
  return {
    status,
    approval_id,
    event_id,
    detail,
    approvals: decisions.filter(({ verdict }) => verdict === 'approve').length,
    approvers_required: plan.approvers_required,
  };
}

/** Runs a plan exactly as it was approved, or marks its approval as stale with the reason. */
async function execute(
  context: HandlersContext,
  tx: LedgerTransaction,
  audit: AuditAppender,
  { record, plan, workspace }: CheckedDecision,
): Promise<ApprovalRecord> {
  const at = context.now().toISOString();
  const { registered } = context;
  const { policyDigest } = registered;
  const rules = { ...context, workspace, agents: await registered.agents.all(tx), policyDigest };
  const standing = await planStanding(tx, plan, rules);
  if (standing.status === 'stale') return closeApproval(context, { tx, audit }, record, standing);
  const { agent, head, elements } = standing;
  const { approval_id, plan_digest } = record;
  const prepared = await prepareCommit(tx, audit, {
    plan,
    head,
    requester: { name: agent.name, kind: agent.kind },
    by: { approval_id, plan_digest },
    at,
  });
  const executed = withStatus(record, 'executed', at, { event_id: prepared.stored[0].event_id });
  await swap(tx, record, executed);
  await writeCommit(tx, audit, prepared);
  context.elements.wrote(plan.branch, elements);
  context.moved(executed);
  return executed;
}
