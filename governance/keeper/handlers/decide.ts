/** @module decide: checks and counts the verdict of one person; the last required approval executes the plan exactly once, as it was shown. */
import type { LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type {
  ApprovalRecord,
  Decision,
  PlanDocument,
  WorkspaceRecord,
} from '../../../schemas/governance.ts';
import { verifyDecision } from '../../approval/decision.ts';
import { withStatus, verdictOf } from '../../approval/machine.ts';
import { openAppender, type AuditAppender } from '../../audit/append.ts';
import { maskRefusal, maskSecrets } from '../../audit/entry.ts';
import { releaseBlobs } from '../blobs/staged-blobs.ts';
import { assertMarked } from '../elements/marked-elements.ts';
import type { DecideReply, DecideRequest } from '../protocol/protocol.ts';
import { closeApproval, swap } from './close-approval.ts';
import { prepareCommit, writeCommit } from './commit-plan.ts';
import { refusable, type HandlersContext } from './context.ts';
import { decidedRefusal, pendingApproval, presentSigner } from './pending-approval.ts';
import { planStanding } from './plan-standing.ts';

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
      ...originOf(request),
      ...maskRefusal(checked.refusal),
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
  const { record, plan } = await pendingApproval(context, tx, approval_id);
  const { workspace, approver, challenge } = await presentSigner(context, tx, {
    ...decision,
    signed_at: decision.decided_at,
    via,
  });
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
  const { verdict, reason, marks, decided_at, signature } = decision;
  if (marks !== undefined && verdict === 'approve') {
    throw new Refusal(
      'INVALID_ARGUMENT',
      `an approval has ${marks.length} marks; expected none, because the plan runs as it is`,
      'reject it with the marks, or comment on it',
    );
  }
  await assertMarked(context, tx, plan, marks ?? []);
  const own = {
    approver: approver.name,
    user_id,
    public_key,
    verdict,
    reason,
    ...(marks === undefined ? {} : { marks }),
    decided_at,
    challenge,
    signature,
  };
  return { record, plan, workspace, decisions: [...before, own] };
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
