/** @module submit: commits, holds or refuses a planned effect; every check comes before the first write. */
import { CanonicalJsonError, canonicalJson } from '../../../kernel/base/canonical/json.ts';
import type { LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import { countOfAffected, isExchange } from '../../../schemas/element-changes.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { isAboutElements } from '../../../schemas/event-checks.ts';
import type { AgentRecord, PlanDocument } from '../../../schemas/governance.ts';
import { assertImportLimit, assertLimit } from '../../access/scope-assertions.ts';
import { assertNoFaults, eventFaults } from '../../access/scope.ts';
import { sessionCounter, sessionRefusal } from '../../access/session-limit.ts';
import { emptiedIn } from '../../approval/emptied-values.ts';
import { valueLosses } from '../../approval/prior-values.ts';
import { approvalRule, type ApprovalNeed } from '../../approval/rule.ts';
import { openAppender } from '../../audit/append.ts';
import { assertBlobsStaged } from '../blobs/staged-blobs.ts';
import { withManifestLevels } from '../elements/imported-elements.ts';
import type { SubmitReply, SubmitRequest } from '../protocol/protocol.ts';
import { prepareCommit, writeCommit } from './commit-plan.ts';
import { refusable, type HandlersContext } from './context.ts';
import { deletesElements, plannedElements, type PlannedElements } from './event-rules.ts';
import { holdPlan, type CheckedPlan, type Requester } from './hold-plan.ts';
import {
  storedAnswer,
  committedReply,
  idempotencyDigest,
  idempotencyScope,
  keepReply,
} from './idempotency.ts';
import { assertElementsInside } from './limits/element-scope.ts';
import {
  assertAppendable,
  assertVersionsStated,
  badPlan,
  comparedVersions,
  planBranch,
} from './plan-checks.ts';
import { activePrincipal } from './records/registered-reader.ts';
import { assertRuns } from './runs/begin-run.ts';

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
      // Digests are computed before the first write, so nothing has to be rolled back.
      if (error instanceof CanonicalJsonError) {
        throw new Refusal(
          'INVALID_ARGUMENT',
          error.message,
          'use well-formed text and finite numbers',
        );
      }
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
  // Names alone are not an effect: no check would cover the named elements and their branch.
  if (plan.events.every(({ type }) => type === 'name.given')) {
    throw new Refusal('NO_EFFECT', 'the plan changes nothing', 'look at the current state first');
  }
  const requester = await requesterOf(context, tx, request);
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
    canonicalJson(idempotency.key);
    const answer = await storedAnswer(tx, idempotency, context.now());
    if (answer !== null) return answer;
  }
  await assertWithinLimits(tx, plan, requester);
  if (
    plan.policy_digest !== context.registered.policyDigest(requester.agent, requester.workspace)
  ) {
    return { status: 'conflict', changed: ['policy'] };
  }
  assertVersionsStated(plan);
  const head = await planBranch(tx, plan);
  // These checks and `assertElementsInside` cover plans of any program. The gate also judges bodies and moved dependants.
  assertNoFaults(
    requester.agent,
    eventFaults(
      requester.agent.permissions.permissions,
      plan.branch,
      plan.events,
      plan.events.some(isAboutElements) ? (await context.checks()).categories : {},
    ),
  );
  const need = needOf(plan, requester);
  const { changed, unwritten } = await comparedVersions(tx, plan);
  if (changed.length > 0) return { status: 'conflict', changed };
  await assertBlobsStaged(tx, plan.events);
  await assertStatesLosses(tx, plan);
  await assertAppendable(tx, plan);
  const planned = await plannedElements(context, tx, { plan, unwritten });
  const { written, missing } = planned;
  if (missing.length > 0) return { status: 'conflict', changed: missing };
  assertStatesDeletions(plan, planned);
  await assertPermitted(context, tx, { plan, agent: requester.agent, planned });
  await assertRuns(context, tx, plan);
  const now = context.now();
  const judged = await context.unapproved.judge(tx, { plan, need }, requester, now);
  const { name, kind } = requester.agent;
  const checked: CheckedPlan = {
    request,
    requester,
    need: judged.need,
    commit: {
      plan: judged.plan,
      head,
      requester: { name, kind },
      by: { arguments: request.arguments },
      at: now.toISOString(),
    },
    audit: openAppender(tx),
    idempotency,
  };
  if (judged.need.triggers.length > 0) return holdPlan(context, tx, checked);
  const reply = await commitNow(tx, checked);
  context.elements.wrote(plan.branch, written);
  for (const { type, payload, event_id } of plan.events) {
    if (type === 'run.begun') context.runs.note(payload.record_id, event_id);
  }
  return reply;
}

/** Refuses a plan with elements outside of the limits and scopes of its agent, or with a level name that is taken. */
async function assertPermitted(
  { checks, levelNames }: HandlersContext,
  tx: LedgerTransaction,
  {
    plan,
    agent,
    planned,
  }: {
    readonly plan: PlanDocument;
    readonly agent: AgentRecord;
    readonly planned: PlannedElements;
  },
): Promise<void> {
  assertImportLimit(agent, planned.byManifests.length, { undone: false });
  await assertElementsInside(agent, { plan, elements: planned, checks });
  await levelNames.assertFree(tx, withManifestLevels(plan, planned.byManifests));
}

/** The active record of the principal. Refuses UNKNOWN_PRINCIPAL, and INVALID_ARGUMENT for a plan of another principal. */
async function requesterOf(
  context: HandlersContext,
  tx: LedgerTransaction,
  { principal, plan }: SubmitRequest,
): Promise<Requester> {
  const workspace = await context.registered.workspace(tx);
  const agent = await activePrincipal(context.registered, tx, principal);
  const own =
    plan.agent_id === principal.agent_id &&
    plan.user_id === principal.user_id &&
    plan.session_id === principal.session_id;
  if (!own) throw badPlan('the plan belongs to a different principal than its submitter');
  if (plan.workspace_id !== workspace.workspace_id) {
    throw badPlan(`the plan belongs to another workspace, \`${plan.workspace_id}\``);
  }
  return { agent, workspace };
}

/** The reply of an operation that is already committed, for a retry after a lost answer; null for a new operation. */
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
  { agent }: Requester,
): Promise<void> {
  assertLimit({ agent }, plan);
  const refusal = sessionRefusal(agent, await tx.counter(sessionCounter(plan.session_id)));
  if (refusal !== null) throw refusal;
}

/**
 * Refuses INVALID_ARGUMENT for a plan that does not state every stored value that its events empty, with the old value.
 * These follow from the events and the log. Only the gate, which has the model, knows losses of bodies and places.
 */
async function assertStatesLosses(tx: LedgerTransaction, plan: PlanDocument): Promise<void> {
  const stated = new Set((plan.losses ?? []).map((loss) => canonicalJson(loss)));
  for (const loss of await valueLosses(tx, plan.branch, emptiedIn(plan.events))) {
    if (stated.has(canonicalJson(loss))) continue;
    throw badPlan(
      `the plan does not state that \`${loss.element_id}\` loses \`${loss.parameter}\``,
    );
  }
}

/** The approval that the events need, computed by the keeper. Refuses a plan whose own numbers differ. */
function needOf(plan: PlanDocument, { agent, workspace }: Requester): ApprovalNeed {
  const named = countOfAffected(plan.events);
  const { policy } = workspace;
  // A plan may count more elements than its events name, such as dependants of a level, but never fewer.
  const affected = Math.max(named, plan.affected);
  // Compared with the manifests by `assertStatesDeletions`.
  const deletes = plan.triggers.includes('element.deleted');
  const extent = { affected, diminishes: (plan.losses ?? []).length > 0, deletes };
  const need = approvalRule(plan.events, extent, agent.permissions.requires_approval, policy);
  const isStated =
    plan.affected === affected &&
    plan.approvers_required === need.approvers_required &&
    plan.triggers.join() === need.triggers.join();
  if (!isStated) {
    throw badPlan(
      `the plan states ${plan.affected} affected elements and \`${plan.triggers.join()}\`; expected ${affected} and \`${need.triggers.join()}\``,
    );
  }
  return need;
}

/**
 * Refuses INVALID_ARGUMENT for a plan with a revision of an import, or the undo of one, that asks as a deletion without
 * deleting an element, or that deletes without asking.
 */
function assertStatesDeletions(plan: PlanDocument, planned: PlannedElements): void {
  if (!plan.events.some(isExchange)) return;
  const isStated = plan.triggers.includes('element.deleted');
  const deletes = deletesElements(plan, planned) || plan.events.some(isDeletion);
  if (isStated === deletes) return;
  throw badPlan(
    `the plan states \`${plan.triggers.join()}\`, but its manifests ${deletes ? 'delete elements' : 'delete no element'}`,
  );
}

/** Whether an event deletes elements whatever its branch has. */
function isDeletion(event: PlanDocument['events'][number]): boolean {
  return (
    event.type === 'element.deleted' || (event.type === 'import.reverted' && !isExchange(event))
  );
}

async function commitNow(tx: LedgerTransaction, checked: CheckedPlan): Promise<SubmitReply> {
  const { audit, commit, idempotency: key } = checked;
  const prepared = await prepareCommit(tx, audit, commit);
  const reply = committedReply(prepared.stored, commit.plan);
  if (reply === null) throw new Error('a prepared commit has no events');
  // A reply without a canonical form is refused before the first write.
  if (key !== null) canonicalJson(reply);
  await writeCommit(tx, audit, prepared);
  const { operation_id } = commit.plan;
  if (key !== null) await keepReply(tx, audit, commit.at, { key, operation_id, reply });
  return reply;
}
