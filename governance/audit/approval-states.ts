/** @module approval-states: replays the governing entries of approvals, and checks each step by the rules of its time. */
import type * as z from 'zod';

import { digestOf } from '../../kernel/base/canonical/hash.ts';
import { canonicalJson } from '../../kernel/base/canonical/json.ts';
import { countOfAffected } from '../../schemas/element-changes.ts';
import { type StoredEvent } from '../../schemas/events.ts';
import type {
  AgentRecord,
  ApprovalStatus,
  Decision,
  PlanDocument,
  WorkspaceRecord,
} from '../../schemas/governance.ts';
import { verifyComment } from '../approval/comment.ts';
import { verifyDecision } from '../approval/decision.ts';
import { hasEmptied } from '../approval/emptied-values.ts';
import { hasExpired, verdictOf } from '../approval/machine.ts';
import { policyDigest } from '../approval/plan-digest.ts';
import { verifyRepair } from '../approval/repair-text.ts';
import { approvalRule, type ApprovalNeed } from '../approval/rule.ts';
import { eventRecordIn, writtenEvent } from './event-digest.ts';
import type {
  ClosedEntry,
  CommentedEntry,
  DecidedEntry,
  EffectEntry,
  ExecutedEntry,
  OpenedEntry,
  VoidedEntry,
} from './governing.ts';
import type { RegistryState } from './registry-state.ts';
import type { AuditSource, Report } from './verify-report.ts';

/** An approval as its entries describe it. */
export type ApprovalHistory = {
  readonly opened: z.output<typeof OpenedEntry>;
  readonly status: ApprovalStatus;
  readonly decisions: readonly Decision[];
  /** The comments so far: the seq of the entry of the last one, and all signatures. */
  readonly comments: { readonly last: number; readonly signatures: readonly string[] };
  readonly event_id: string | null;
  readonly detail: string | null;
  /** Time of the last entry that changed it. */
  readonly updated_at: string;
};

/** The approvals so far, the registry that judges them, and the report of faults. */
export type ApprovalStates = {
  readonly approvals: Map<string, ApprovalHistory>;
  readonly registry: Pick<RegistryState, 'workspace' | 'agent' | 'approver'>;
  readonly report: Report;
  /** The newest version of the rule on emptied values that an entry has named; it also applies to later entries. */
  readonly newest: { emptied_rule: number | undefined };
};

/** Opens an approval; reports one that was opened before, or whose plan has another digest. */
export function applyOpened(
  { approvals, report }: ApprovalStates,
  entry: z.output<typeof OpenedEntry>,
): void {
  const { approval_id, seq } = entry;
  if (approvals.has(approval_id)) {
    report('approval_mismatch', seq, `\`${approval_id}\` was opened twice`);
  }
  if (digestOf(entry.plan) !== entry.plan_digest) {
    report('approval_mismatch', seq, `the plan of \`${approval_id}\` does not match its digest`);
  }
  approvals.set(approval_id, {
    opened: entry,
    status: 'pending',
    decisions: [],
    comments: { last: 0, signatures: [] },
    event_id: null,
    detail: null,
    updated_at: entry.at,
  });
}

/** Adds a decision; reports one that is invalid, too late or the second of its approver. */
export function applyDecided(states: ApprovalStates, entry: z.output<typeof DecidedEntry>): void {
  const { decision, approval_id, at } = entry;
  const history = historyOf(states, entry, ['pending']);
  if (history === null) return;
  const { plan } = history.opened;
  const before = history.decisions.filter((earlier) => isRegisteredKey(states, earlier));
  reportDecision(states, entry, { plan, before });
  const decisions = [...before, decision];
  const status = verdictOf(decisions, plan.approvers_required);
  const detail = status === 'rejected' ? decision.reason : null;
  states.approvals.set(approval_id, { ...history, decisions, status, detail, updated_at: at });
}

/**
 * Applies a comment; reports one without a valid signature of an active approver, one on an approval that has ended, one that
 * does not continue the comments before it, and a repeated one.
 */
export function applyCommented(states: ApprovalStates, entry: CommentedEntry): void {
  const { registry, report } = states;
  const { approval_id, plan_digest, comment, seq } = entry;
  const history = historyOf(states, entry, ['pending']);
  if (history === null) return;
  const workspace_id = registry.workspace()?.workspace_id ?? '';
  const statement = { ...comment, workspace_id, approval_id, plan_digest };
  const who = `comment ${entry.number} of \`${comment.approver}\` on \`${approval_id}\``;
  if (!isRegisteredKey(states, comment)) {
    report('approval_signature', seq, `${who} is not by an active approver's registered key`);
  } else if (!verifyComment(comment.public_key, statement, comment.signature)) {
    report('approval_signature', seq, `${who} has an invalid signature`);
  }
  if (hasExpired(history.opened.plan, Date.parse(entry.at))) {
    report('approval_mismatch', seq, `${who} was made after the approval had expired`);
  }
  const { last, signatures } = history.comments;
  if (entry.number !== signatures.length + 1 || entry.previous !== last) {
    report('approval_mismatch', seq, `${who} does not continue the comments before it`);
  }
  if (signatures.includes(comment.signature)) {
    report('approval_mismatch', seq, `${who} repeats an earlier comment`);
  }
  const comments = { last: seq, signatures: [...signatures, comment.signature] };
  states.approvals.set(approval_id, { ...history, comments });
}

/** Closes an approval that did not run. */
export function applyClosed(states: ApprovalStates, entry: z.output<typeof ClosedEntry>): void {
  const from: readonly ApprovalStatus[] =
    entry.step === 'stale' ? ['pending', 'approved'] : ['pending'];
  const history = historyOf(states, entry, from);
  if (history === null) return;
  const { step: status, detail, at } = entry;
  states.approvals.set(entry.approval_id, { ...history, status, detail, updated_at: at });
}

/**
 * Checks an effect by the rules of its time, and marks its approval, if any, as executed.
 *
 * @param events the appended events, null when they differ from the record
 */
export function applyEffect(
  states: ApprovalStates,
  entry: EffectEntry,
  events: readonly StoredEvent[] | null,
): void {
  const { approvals, registry, report } = states;
  const { seq } = entry;
  const agent = registry.agent(entry.principal.name);
  const workspace = registry.workspace();
  if (agent === null || agent.status !== 'active' || workspace === null) {
    report('approval_mismatch', seq, `\`${entry.principal.name}\` was not an active principal`);
    return;
  }
  const rules = { permissions: agent.permissions, policy: workspace.policy };
  states.newest.emptied_rule = entry.emptied_rule ?? states.newest.emptied_rule;
  // Only the manifests tell what a revision deletes: the keeper has compared them with the plan.
  const opened = entry.step === 'executed' ? approvals.get(entry.approval_id)?.opened : undefined;
  const deletes = opened?.plan.triggers.includes('element.deleted') ?? true;
  const need = events === null ? null : needOf(events, { ...rules, deletes }, states.newest);
  if (entry.step === 'executed') return applyExecuted(states, entry, { events, rules, need });
  if (need !== null && need.triggers.length > 0) {
    report(
      'approval_mismatch',
      seq,
      `its events required an approval: ${need.triggers.join(', ')}`,
    );
  }
}

/** Permissions of an agent and policy of the workspace, at the time of an entry. */
type Rules = {
  readonly permissions: AgentRecord['permissions'];
  readonly policy: WorkspaceRecord['policy'];
};

function needOf(
  events: readonly StoredEvent[],
  { permissions, policy, deletes }: Rules & { readonly deletes: boolean },
  { emptied_rule }: ApprovalStates['newest'],
): ApprovalNeed {
  // Policies older than this rule do not state how many people it requires.
  const judged = policy.approvers_required['element.diminished'] !== undefined;
  const diminishes = judged && hasEmptied(events, emptied_rule);
  const extent = { affected: countOfAffected(events), diminishes, deletes };
  return approvalRule(events, extent, permissions.requires_approval, policy);
}

function applyExecuted(
  states: ApprovalStates,
  entry: z.output<typeof ExecutedEntry>,
  {
    events,
    rules,
    need,
  }: {
    readonly events: readonly StoredEvent[] | null;
    readonly rules: Rules;
    readonly need: ApprovalNeed | null;
  },
): void {
  const { report } = states;
  const { seq, approval_id } = entry;
  const history = historyOf(states, entry, ['approved']);
  if (history === null) return;
  const { plan } = history.opened;
  const name = `\`${approval_id}\``;
  if (need !== null && plan.approvers_required < need.approvers_required) {
    report('approval_mismatch', seq, `${name} required ${need.approvers_required} approvers`);
  }
  if (plan.policy_digest !== policyDigest(rules)) {
    report('approval_mismatch', seq, `${name} was judged by different rules`);
  }
  if (plan.operation_id !== entry.operation_id || plan.branch !== entry.branch) {
    report('approval_mismatch', seq, `${name} was for a different operation`);
  }
  if (events !== null && !isPlanned(events, plan.events, approval_id)) {
    report('approval_mismatch', seq, `the events of ${name} differ from those of its plan`);
  }
  const event_id = plan.events[0]?.event_id ?? null;
  const updated_at = entry.at;
  states.approvals.set(approval_id, { ...history, status: 'executed', event_id, updated_at });
}

/** The history that an entry continues; null if there is none. Reports an approval whose status is not in `statuses`. */
function historyOf(
  { approvals, report }: ApprovalStates,
  entry: { readonly seq: number; readonly approval_id: string; readonly plan_digest: string },
  statuses: readonly ApprovalStatus[],
): ApprovalHistory | null {
  const history = approvals.get(entry.approval_id);
  if (history === undefined) {
    report('approval_mismatch', entry.seq, `\`${entry.approval_id}\` was never opened`);
    return null;
  }
  if (history.opened.plan_digest !== entry.plan_digest) {
    report(
      'approval_mismatch',
      entry.seq,
      `\`${entry.approval_id}\` was opened for a different plan`,
    );
  }
  if (history.status === 'executed') {
    report('approval_replayed', entry.seq, `\`${entry.approval_id}\` had already been executed`);
  } else if (!statuses.includes(history.status)) {
    report('approval_mismatch', entry.seq, `\`${entry.approval_id}\` was ${history.status}`);
  }
  return history;
}

/** Whether a decision or comment is by an active approver, with the registered key and user id. */
function isRegisteredKey(
  { registry }: ApprovalStates,
  decision: Pick<Decision, 'approver' | 'public_key' | 'user_id'>,
): boolean {
  const record = registry.approver(decision.approver);
  return (
    record?.status === 'active' &&
    record.public_key === decision.public_key &&
    record.user_id === decision.user_id
  );
}

/** Reports all faults of a decision; `before`: the earlier valid decisions. */
function reportDecision(
  states: ApprovalStates,
  { decision, approval_id, plan_digest, seq, at }: z.output<typeof DecidedEntry>,
  { plan, before }: { readonly plan: PlanDocument; readonly before: readonly Decision[] },
): void {
  const { registry, report } = states;
  const workspace_id = registry.workspace()?.workspace_id ?? '';
  const statement = { ...decision, workspace_id, approval_id, plan_digest };
  const who = `the decision of \`${decision.approver}\` on \`${approval_id}\``;
  if (!isRegisteredKey(states, decision)) {
    report('approval_signature', seq, `${who} is not by an active approver's registered key`);
  } else if (!verifyDecision(decision.public_key, statement, decision.signature)) {
    report('approval_signature', seq, `${who} has an invalid signature`);
  }
  if (decision.verdict === 'approve' && decision.user_id === plan.user_id) {
    report('self_approval', seq, `${who} is by the person behind the request`);
  }
  if (hasExpired(plan, Date.parse(at))) {
    report('approval_mismatch', seq, `${who} was made after the approval had expired`);
  }
  const isSecond = before.some(
    ({ user_id, public_key }) => user_id === decision.user_id || public_key === decision.public_key,
  );
  if (isSecond) report('approval_mismatch', seq, `${who} is a second decision of the same person`);
}

/** Whether the stored events are exactly those of the plan. */
function isPlanned(
  events: readonly StoredEvent[],
  planned: readonly {
    readonly event_id: string;
    readonly type: string;
    readonly aggregate_id: string;
  }[],
  approval_id: string,
): boolean {
  const stored = events.map(({ event_id, type, aggregate_id, payload }) => ({
    event_id,
    type,
    aggregate_id,
    payload,
  }));
  return (
    events.every((event) => event.approval_id === approval_id) &&
    canonicalJson(stored) === canonicalJson(planned)
  );
}

/** Signed digest of each voided event, by its ledger seq. */
export type VoidedEvents = Map<number, string>;

/** Records the event that an entry voids; reports an entry without a valid signature of an active approver. */
export function applyVoided(
  {
    voided,
    registry,
    report,
  }: {
    readonly voided: VoidedEvents;
    readonly registry: Pick<RegistryState, 'workspace' | 'approver'>;
    readonly report: Report;
  },
  entry: z.output<typeof VoidedEntry>,
  events: readonly StoredEvent[] | null,
): void {
  const [event] = events ?? [];
  if (event === undefined) return;
  if (event.type !== 'event.voided' || event.payload.seq >= event.seq) {
    report('approval_mismatch', entry.seq, 'it voids no earlier event');
    return;
  }
  const { payload } = event;
  const approver = registry.approver(payload.approver);
  const statement = { ...payload, workspace_id: registry.workspace()?.workspace_id ?? '' };
  const isValid =
    approver?.status === 'active' &&
    approver.public_key === payload.public_key &&
    approver.user_id === payload.user_id &&
    verifyRepair(payload.public_key, statement, payload.signature);
  if (!isValid) {
    report(
      'approval_signature',
      entry.seq,
      `event ${payload.seq} was voided by \`${payload.approver}\` with an invalid signature`,
    );
  }
  voided.set(payload.seq, payload.event_digest);
}

/** Reports voided events whose signature is over another event. */
export async function compareVoided(
  source: Pick<AuditSource, 'eventTextsAfter'>,
  voided: ReadonlyMap<number, string>,
  report: Report,
): Promise<void> {
  for (const [seq, digest] of voided) {
    const [row] = await source.eventTextsAfter(seq - 1, 1);
    const event = row?.seq === seq ? eventRecordIn(row.body) : null;
    if (event !== null && writtenEvent(event)?.digest === digest) continue;
    report('approval_mismatch', seq, 'the signature that voids it is over another event');
  }
}
