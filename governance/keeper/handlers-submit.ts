/** @module handlers-submit: a planned effect is committed, held for people, or refused; every check comes before any write. */
import { CanonicalJsonError, canonicalJson } from '../../kernel/canonical/json.ts';
import type { LedgerTransaction } from '../../kernel/ledger/ledger.ts';
import { Refusal } from '../../schemas/errors.ts';
import { affectedIds } from '../../schemas/events.ts';
import {
  type AgentRecord,
  type ApprovalRecord,
  PlanDocument,
  type Principal,
  type WorkspaceRecord,
} from '../../schemas/governance.ts';
import { assertNoFaults, eventFaults } from '../access/scope.ts';
import { hasExpired, isVetoed } from '../approval/machine.ts';
import { effectKey, sealPlan, type SealedPlan } from '../approval/plan-digest.ts';
import { approvalRule, type ApprovalNeed } from '../approval/rule.ts';
import { openAppender, type AuditAppender } from '../audit/append.ts';
import { closeApproval, expireApproval } from './handlers-close.ts';
import {
  assertAppendable,
  badPlan,
  changedSince,
  legalEvents,
  planBranch,
  prepareCommit,
  writeCommit,
  type Commit,
} from './handlers-commit.ts';
import {
  pointer,
  pointTo,
  refusable,
  sessionCounter,
  sessionRefusal,
  type HandlersContext,
} from './handlers-context.ts';
import {
  answeredBefore,
  committedReply,
  idempotencyDigest,
  idempotencyScope,
  type IdempotencyKey,
  type KeptReply,
} from './handlers-idempotency.ts';
import { assertRoom, insertPending } from './handlers-pending.ts';
import type { SubmitReply, SubmitRequest } from './protocol.ts';

/** A keeper accepts an expiry at most this much beyond the policy's own span, for clocks that differ: 1 min. */
const EXPIRY_SLACK_MS = 60_000;

/** Who asks and the rules for them, as the registry has them. */
type Asking = { readonly agent: AgentRecord; readonly workspace: WorkspaceRecord };

/** A request that has passed every check that does not depend on approval. */
type Checked = {
  readonly request: SubmitRequest;
  readonly asking: Asking;
  readonly need: ApprovalNeed;
  readonly commit: Commit;
  readonly audit: AuditAppender;
  /** Null when the caller gave no key. */
  readonly idempotency: IdempotencyKey | null;
};

/** Handles one submission inside the keeper's transaction. */
export async function submit(
  context: HandlersContext,
  tx: LedgerTransaction,
  request: SubmitRequest,
): Promise<SubmitReply> {
  return refusable(async () => {
    try {
      return await submitChecked(context, tx, request);
    } catch (error) {
      // Digests are made before anything is written, so nothing has to be taken back.
      if (error instanceof CanonicalJsonError)
        throw new Refusal(
          'INVALID_ARGUMENT',
          error.message,
          'use well-formed text and finite numbers',
        );
      throw error;
    }
  });
}

async function submitChecked(
  context: HandlersContext,
  tx: LedgerTransaction,
  request: SubmitRequest,
): Promise<SubmitReply> {
  const { plan, principal, idempotency_key } = request;
  if (plan.events.length === 0)
    throw new Refusal('NO_EFFECT', 'the plan has no events', 'look at the current state first');
  const asking = await whoAsks(context, tx, request);
  const earlier = await sameOperation(tx, plan);
  if (earlier !== null) return earlier;
  const idempotency =
    idempotency_key === null
      ? null
      : {
          scope: idempotencyScope(principal),
          key: idempotency_key,
          digest: idempotencyDigest(plan),
        };
  if (idempotency !== null) {
    const answer = await answeredBefore(tx, idempotency, context.now());
    if (answer !== null) return answer;
  }
  await assertWithinLimits(tx, plan, asking);
  if (plan.policy_digest !== context.registered.policyDigest(asking.agent, asking.workspace))
    return { status: 'conflict', changed: ['policy'] };
  const events = legalEvents(plan);
  // The gate has judged more, with the model in hand; this holds for a plan from anywhere.
  assertNoFaults(
    asking.agent,
    eventFaults(asking.agent.permissions.permissions, plan.branch, events),
  );
  const need = needOf(plan, asking);
  const head = await planBranch(tx, plan);
  const changed = await changedSince(tx, plan);
  if (changed.length > 0) return { status: 'conflict', changed };
  await assertAppendable(tx, plan);
  const { name, kind } = asking.agent;
  const checked: Checked = {
    request,
    asking,
    need,
    commit: {
      plan,
      events,
      head,
      requester: { name, kind },
      by: { arguments: request.arguments },
      at: context.now().toISOString(),
    },
    audit: openAppender(tx),
    idempotency,
  };
  return need.triggers.length === 0 ? commitNow(tx, checked) : hold(context, tx, checked);
}

/** The active record behind the principal. Refuses UNKNOWN_PRINCIPAL; a plan must be the principal's own. */
async function whoAsks(
  context: HandlersContext,
  tx: LedgerTransaction,
  { principal, plan }: SubmitRequest,
): Promise<Asking> {
  const workspace = await context.registered.workspace(tx);
  const agent = await context.registered.agents.one(tx, principal.name);
  if (agent === null || agent.status !== 'active' || !isBehind(agent, principal)) {
    throw new Refusal(
      'UNKNOWN_PRINCIPAL',
      `\`${principal.name}\` is not an active ${principal.kind} of this workspace`,
      'ask the operator to run `plumbline agent list`',
      { name: principal.name },
    );
  }
  const own =
    plan.agent_id === principal.agent_id &&
    plan.user_id === principal.user_id &&
    plan.session_id === principal.session_id;
  if (!own) throw badPlan('the plan is not that of the principal who submits it');
  if (plan.workspace_id !== workspace.workspace_id)
    throw badPlan(`the plan is for the workspace \`${plan.workspace_id}\``);
  return { agent, workspace };
}

function isBehind(agent: AgentRecord, principal: Principal): boolean {
  return (
    agent.kind === principal.kind &&
    agent.user_id === principal.user_id &&
    principal.agent_id === (agent.kind === 'agent' ? agent.agent_id : null)
  );
}

/** The reply of the same operation when it has been committed: a retry after a lost answer. */
async function sameOperation(
  tx: LedgerTransaction,
  plan: PlanDocument,
): Promise<SubmitReply | null> {
  const events = await tx.eventsOfOperation(plan.operation_id);
  const [first] = events;
  if (first === undefined) return null;
  const same =
    first.user_id === plan.user_id &&
    first.agent_id === plan.agent_id &&
    events.length === plan.events.length &&
    events.every(({ event_id }, index) => event_id === plan.events[index]?.event_id);
  if (!same) {
    throw new Refusal(
      'IDEMPOTENCY_MISMATCH',
      `the operation \`${plan.operation_id}\` was committed with other events`,
      'use a fresh operation id',
    );
  }
  const reply = committedReply(events, plan);
  return reply === null ? null : { ...reply, replayed: true };
}

async function assertWithinLimits(
  tx: LedgerTransaction,
  plan: PlanDocument,
  { agent }: Asking,
): Promise<void> {
  const { max_elements_per_operation } = agent.permissions;
  if (plan.affected > max_elements_per_operation) {
    throw new Refusal(
      'ELEMENT_LIMIT_EXCEEDED',
      `this affects ${plan.affected} elements, \`${agent.name}\` may affect ${max_elements_per_operation} at once`,
      'split it into smaller operations, or ask the operator for a higher limit',
      { affected: plan.affected, limit: max_elements_per_operation },
    );
  }
  const refusal = sessionRefusal(agent, await tx.counter(sessionCounter(plan.session_id)));
  if (refusal !== null) throw refusal;
}

/** The keeper's own judgement of the events; a plan that says otherwise of itself is refused. */
function needOf(plan: PlanDocument, { agent, workspace }: Asking): ApprovalNeed {
  const least = affectedIds(legalEvents(plan)).size;
  const { policy } = workspace;
  // A plan may count more than its events name (what a level takes along), never less.
  const affected = Math.max(least, plan.affected);
  const need = approvalRule(plan.events, affected, agent.permissions.requires_approval, policy);
  const saysSo =
    plan.affected === affected &&
    plan.approvers_required === need.approvers_required &&
    plan.triggers.join() === need.triggers.join();
  if (!saysSo)
    throw badPlan(
      `the plan says ${plan.affected} affected and \`${plan.triggers.join()}\`, want ${affected} and \`${need.triggers.join()}\``,
    );
  return need;
}

async function commitNow(tx: LedgerTransaction, checked: Checked): Promise<SubmitReply> {
  const { audit, commit, idempotency } = checked;
  const prepared = await prepareCommit(tx, audit, commit);
  const reply = committedReply(prepared.stored, commit.plan);
  if (reply === null) throw new Error('a prepared commit has no events');
  const kept = idempotency === null ? null : { ...idempotency, reply: canonicalJson(reply) };
  await writeCommit(tx, audit, prepared);
  if (kept !== null) await tx.putIdempotency({ ...kept, operation_id: commit.plan.operation_id });
  return reply;
}

/** Holds the plan for people: the open approval of the same effect, or a new one. */
async function hold(
  context: HandlersContext,
  tx: LedgerTransaction,
  checked: Checked,
): Promise<SubmitReply> {
  const { plan } = checked.commit;
  const now = Date.parse(checked.commit.at);
  const { policy } = checked.asking.workspace;
  const sealed = sealPlan(plan);
  const effect_key = effectKey(plan);
  assertExpiry(plan, now, policy.approval_ttl_s);
  const last = await tx.approvalByEffect(effect_key);
  if (last !== null && isVetoed(last, policy.rejection_cooldown_s, now))
    throw vetoRefusal(last, policy.rejection_cooldown_s);
  let replaced = last?.status === 'pending' ? last : null;
  if (replaced !== null && hasExpired(replaced, now)) {
    await expireApproval(context, tx, checked.audit, replaced);
    replaced = null;
  }
  if (replaced !== null && (await stillHolds(context, tx, checked, replaced)))
    return keep(tx, checked, pendingReply(replaced, true));
  await assertRoom(
    context,
    { tx, audit: checked.audit },
    { who: plan, policy, replaces: replaced !== null },
  );
  if (replaced !== null)
    await closeApproval(context, { tx, audit: checked.audit }, replaced, {
      status: 'cancelled',
      detail: 'superseded: the model has changed since it was asked for',
    });
  return open(context, tx, checked, { sealed, effect_key });
}

function assertExpiry(plan: PlanDocument, now: number, ttl_s: number): void {
  const expires = Date.parse(plan.expires_at);
  const latest = now + ttl_s * 1000 + EXPIRY_SLACK_MS;
  if (expires > now && expires <= latest) return;
  throw badPlan(`the plan expires at \`${plan.expires_at}\`, want within ${ttl_s} s from now`);
}

function vetoRefusal(last: ApprovalRecord, cooldown_s: number): Refusal {
  const until = new Date(Date.parse(last.updated_at) + cooldown_s * 1000).toISOString();
  const because = last.detail === null ? '' : `: ${last.detail}`;
  return new Refusal(
    'APPROVAL_REJECTED',
    `a person has rejected this effect (\`${last.approval_id}\`)${because}`,
    `do something else, or ask again after ${until}`,
    { approval_id: last.approval_id, reason: last.detail, ask_again_after: until },
  );
}

/** Whether the plan that waits could still run. */
async function stillHolds(
  context: HandlersContext,
  tx: LedgerTransaction,
  { asking }: Checked,
  waiting: ApprovalRecord,
): Promise<boolean> {
  const plan = PlanDocument.parse(JSON.parse(waiting.plan));
  if (plan.policy_digest !== context.registered.policyDigest(asking.agent, asking.workspace))
    return false;
  return (await changedSince(tx, plan)).length === 0;
}

async function open(
  { randomId, moved }: HandlersContext,
  tx: LedgerTransaction,
  checked: Checked,
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
  await pointTo(tx, pointer.opened(approval_id), entry.seq);
  moved(record);
  return keep(tx, checked, pendingReply(record, false));
}

function pendingReply(
  record: ApprovalRecord,
  repeated: boolean,
): Extract<KeptReply, { readonly status: 'pending' }> {
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

/** Keeps the reply for the key, where there is one. */
async function keep(
  tx: LedgerTransaction,
  { idempotency, commit }: Checked,
  reply: KeptReply,
): Promise<SubmitReply> {
  if (idempotency !== null) {
    const { operation_id } = commit.plan;
    await tx.putIdempotency({ ...idempotency, operation_id, reply: canonicalJson(reply) });
  }
  return reply;
}
