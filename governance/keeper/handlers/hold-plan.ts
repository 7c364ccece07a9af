/** @module hold-plan: holds a plan for approval, as a new approval or as the open one of the same effect. */
import { manifestElements } from '../../../kernel/base/manifest/manifest-elements.ts';
import { listed } from '../../../kernel/base/text/id-list.ts';
import type { LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../schemas/errors.ts';
import {
  type AgentRecord,
  type ApprovalRecord,
  PlanDocument,
  type WorkspaceRecord,
} from '../../../schemas/governance.ts';
import { openedPointer } from '../../approval/approval-counters.ts';
import { hasExpired, isVetoed } from '../../approval/machine.ts';
import { effectKey, sealPlan, type SealedPlan } from '../../approval/plan-digest.ts';
import type { ApprovalNeed } from '../../approval/rule.ts';
import { lossesOf, vetoedLosses } from '../../approval/vetoed-loss.ts';
import type { AuditAppender } from '../../audit/append.ts';
import { blobsIn } from '../blobs/staged-blobs.ts';
import type { StoredReply, SubmitReply, SubmitRequest } from '../protocol/protocol.ts';
import { closeApproval, expireApproval } from './close-approval.ts';
import type { Commit } from './commit-plan.ts';
import type { HandlersContext } from './context.ts';
import { keepReply, type IdempotencyKey } from './idempotency.ts';
import { assertPendingLimit, insertPending } from './pending-limit.ts';
import { badPlan, changedSince } from './plan-checks.ts';
import { pointTo } from './records/counters.ts';

/** Tolerance for an expiry beyond the policy's own span, because clocks differ: 1 min. */
const EXPIRY_SLACK_MS = 60_000;

/** The requester of a plan and the rules for it, from the registry. */
export type Requester = { readonly agent: AgentRecord; readonly workspace: WorkspaceRecord };

/** A request that has passed every check that does not depend on approval. */
export type CheckedPlan = {
  readonly request: SubmitRequest;
  readonly requester: Requester;
  readonly need: ApprovalNeed;
  readonly commit: Commit;
  readonly audit: AuditAppender;
  /** Null when the caller gave no key. */
  readonly idempotency: IdempotencyKey | null;
};

/** Holds the plan for approval. Returns the open approval of the same effect, or a new one. */
export async function holdPlan(
  context: HandlersContext,
  tx: LedgerTransaction,
  checked: CheckedPlan,
): Promise<SubmitReply> {
  const { plan } = checked.commit;
  const now = Date.parse(checked.commit.at);
  const { policy } = checked.requester.workspace;
  const sealed = sealPlan(plan);
  const effect_key = effectKey(plan);
  assertExpiry(plan, now, policy.approval_ttl_s);
  const last = await tx.approvalByEffect(effect_key);
  if (last !== null && isVetoed(last, policy.rejection_cooldown_s, now)) {
    throw vetoRefusal(last, policy.rejection_cooldown_s);
  }
  await assertNoOtherVeto(context, tx, plan, { policy, now });
  let replaced = last?.status === 'pending' ? last : null;
  if (replaced !== null && hasExpired(replaced, now)) {
    await expireApproval(context, { tx, audit: checked.audit }, replaced, blobsIn(plan.events));
    replaced = null;
  }
  if (replaced !== null && (await isExecutable(context, tx, checked, replaced))) {
    return storeReply(tx, checked, pendingReply(replaced, true));
  }
  await assertPendingLimit(
    context,
    { tx, audit: checked.audit },
    { who: plan, policy, replaces: replaced },
  );
  if (replaced !== null) {
    await closeApproval(context, { tx, audit: checked.audit }, replaced, {
      status: 'cancelled',
      detail: 'superseded: the model has changed since the request',
      keeps: blobsIn(plan.events),
    });
  }
  return openApproval(context, tx, checked, { sealed, effect_key });
}

function assertExpiry(plan: PlanDocument, now: number, ttl_s: number): void {
  const expires = Date.parse(plan.expires_at);
  const latest = now + ttl_s * 1000 + EXPIRY_SLACK_MS;
  if (expires > now && expires <= latest) return;
  throw badPlan(`the plan expires at \`${plan.expires_at}\`; expected within ${ttl_s} s from now`);
}

/**
 * Refuses APPROVAL_REJECTED for an effect that a person rejected within the cool-down, for any requester: the same changes,
 * also through an undo or a merge, an import of the same file, and any loss that this plan shares with the rejected plan.
 */
async function assertNoOtherVeto(
  { rejections }: HandlersContext,
  tx: LedgerTransaction,
  plan: PlanDocument,
  {
    policy: { rejection_cooldown_s },
    now,
  }: { readonly policy: WorkspaceRecord['policy']; readonly now: number },
): Promise<void> {
  const idsIn = async (sha256: string): Promise<readonly string[]> =>
    ((await manifestElements((n) => tx.blobPart(sha256, n)))?.elements ?? []).map(({ id }) => id);
  const losses = await lossesOf(plan, idsIn);
  const since = now - rejection_cooldown_s * 1000;
  for await (const rejected of rejections.after(tx, since, now)) {
    if (!isVetoed(rejected, rejection_cooldown_s, now)) continue;
    const vetoed = PlanDocument.parse(JSON.parse(rejected.plan));
    const { agent_id, user_id } = vetoed;
    if (effectKey({ ...plan, agent_id, user_id }) === rejected.effect_key) {
      throw vetoRefusal(rejected, rejection_cooldown_s);
    }
    if (importedFiles(vetoed).some((file) => importedFiles(plan).includes(file))) {
      throw vetoRefusal(rejected, rejection_cooldown_s);
    }
    const lost = vetoedLosses(losses, await lossesOf(vetoed, idsIn));
    if (lost.length > 0) throw vetoRefusal(rejected, rejection_cooldown_s, lost);
    const [own, other] = [elementEffect(plan), elementEffect(vetoed)];
    if (own.events.length === plan.events.length && other.events.length === vetoed.events.length) {
      continue;
    }
    if (own.events.length === 0 || effectKey({ ...own, agent_id, user_id }) !== effectKey(other)) {
      continue;
    }
    throw vetoRefusal(rejected, rejection_cooldown_s);
  }
}

/** Digests of the files that a plan imports: another reading of a rejected file is the same effect. */
function importedFiles({ events }: PlanDocument): readonly string[] {
  return events.flatMap(({ type, payload }) =>
    type === 'model.imported' ? [payload.file.sha256] : [],
  );
}

/** Types of events that only state the origin of the changes of their plan. */
const ORIGINS: ReadonlySet<string> = new Set([
  'event.reverted',
  'branch.merged',
  'branch.restored',
] satisfies readonly PlanDocument['events'][number]['type'][]);

/** A plan without the events that only state the origin of its changes: an undo, a merge or a restore. */
function elementEffect(plan: PlanDocument): PlanDocument {
  const events = plan.events.filter(({ type }) => !ORIGINS.has(type));
  return { ...plan, events };
}

/** Maximum number of ids of lost elements in a refusal. */
const LOST_NAMED = 20;

/** The refusal of a vetoed plan. `lost`: the losses that the rejection covers; empty when it covers the whole effect. */
function vetoRefusal(
  last: ApprovalRecord,
  cooldown_s: number,
  lost: readonly string[] = [],
): Refusal {
  const until = new Date(Date.parse(last.updated_at) + cooldown_s * 1000).toISOString();
  const because = last.detail === null ? '' : `: ${last.detail}`;
  return new Refusal(
    'APPROVAL_REJECTED',
    `a person has rejected ${lost.length === 0 ? 'this effect' : `the loss of ${listed(lost, 3)}`} (\`${last.approval_id}\`)${because}`,
    `do something else, or ask again after ${until}`,
    {
      approval_id: last.approval_id,
      reason: last.detail,
      ask_again_after: until,
      ...(lost.length === 0 ? {} : { lost: lost.slice(0, LOST_NAMED), lost_count: lost.length }),
    },
  );
}

/** Whether the pending plan can still be executed. */
async function isExecutable(
  context: HandlersContext,
  tx: LedgerTransaction,
  { requester }: CheckedPlan,
  pending: ApprovalRecord,
): Promise<boolean> {
  const plan = PlanDocument.parse(JSON.parse(pending.plan));
  if (
    plan.policy_digest !== context.registered.policyDigest(requester.agent, requester.workspace)
  ) {
    return false;
  }
  return (await changedSince(tx, plan)).length === 0;
}

async function openApproval(
  { randomId, moved }: HandlersContext,
  tx: LedgerTransaction,
  checked: CheckedPlan,
  { sealed, effect_key }: { readonly sealed: SealedPlan; readonly effect_key: string },
): Promise<SubmitReply> {
  const { commit, need, audit, request } = checked;
  const { plan, at } = commit;
  const record: ApprovalRecord = {
    approval_id: `apr_${randomId()}`,
    status: 'pending',
    plan: sealed.text,
    plan_digest: sealed.digest,
    effect_key,
    created_at: at,
    expires_at: plan.expires_at,
    decisions: [],
    event_id: null,
    detail: null,
    updated_at: at,
  };
  const { approval_id, plan_digest, expires_at } = record;
  const entry = await audit.prepare(at, {
    kind: 'approval',
    step: 'opened',
    outcome: 'pending',
    server: plan.server,
    tool: plan.tool,
    session_id: plan.session_id,
    principal: { ...commit.requester, user_id: plan.user_id, agent_id: plan.agent_id },
    arguments: request.arguments,
    approval_id,
    plan,
    plan_digest,
    effect_key,
    expires_at,
    ...need,
  });
  await insertPending(tx, record, plan);
  await audit.append(entry);
  await pointTo(tx, openedPointer(approval_id), entry.seq);
  moved(record);
  return storeReply(tx, checked, pendingReply(record, false));
}

function pendingReply(
  record: ApprovalRecord,
  repeated: boolean,
): Extract<StoredReply, { readonly status: 'pending' }> {
  const { triggers, approvers_required } = PlanDocument.parse(JSON.parse(record.plan));
  const { approval_id, plan_digest, expires_at } = record;
  return {
    status: 'pending',
    approval_id,
    plan_digest,
    expires_at,
    triggers,
    approvers_required,
    repeated,
  };
}

/** Stores the reply under the idempotency key, if there is one. */
async function storeReply(
  tx: LedgerTransaction,
  { idempotency: key, commit, audit }: CheckedPlan,
  reply: StoredReply,
): Promise<SubmitReply> {
  if (key !== null) {
    const { operation_id } = commit.plan;
    await keepReply(tx, audit, commit.at, { key, operation_id, reply });
  }
  return reply;
}
