/** @module verify-replay: the governing entries played again from the first, each checked by the rules that held when it was written. */
import type * as z from 'zod';

import { digestOf } from '../../kernel/canonical/hash.ts';
import { canonicalJson } from '../../kernel/canonical/json.ts';
import { affectedIds, type StoredEvent } from '../../schemas/events.ts';
import type {
  AgentRecord,
  ApprovalStatus,
  ApproverRecord,
  Decision,
  WorkspaceRecord,
} from '../../schemas/governance.ts';
import { verifyDecision } from '../approval/decision.ts';
import { hasExpired, verdictOf } from '../approval/machine.ts';
import { policyDigest } from '../approval/plan-digest.ts';
import { signatureFault, signatureNeed } from '../approval/registry-rule.ts';
import { approvalRule } from '../approval/rule.ts';
import {
  WORKSPACE_NAME,
  type ClosedEntry,
  type DecidedEntry,
  type EffectEntry,
  type GoverningEntry,
  type OpenedEntry,
  type Registered,
  type RegistryEntry,
} from './governing.ts';
import type { Report } from './verify-report.ts';

/** An approval as the chain tells it. */
export type ApprovalStory = {
  readonly opened: z.output<typeof OpenedEntry>;
  readonly status: ApprovalStatus;
  readonly decisions: readonly Decision[];
  readonly event_id: string | null;
  readonly detail: string | null;
  /** Time of the entry that moved it last. */
  readonly updated_at: string;
};

/** What the chain says so far. */
export interface Replay {
  /** Plays one entry. `events`: those that an effect appended, null when they are not as recorded. */
  readonly play: (entry: GoverningEntry, events: readonly StoredEvent[] | null) => void;
  /** Records by `kind/name`. */
  readonly registered: ReadonlyMap<string, Registered>;
  readonly approvals: ReadonlyMap<string, ApprovalStory>;
}

/** Key of a record in a replay. */
export function registeredKey(of: { readonly kind: string; readonly name: string }): string {
  return `${of.kind}/${of.name}`;
}

/** A replay from nothing. */
export function openReplay(report: Report): Replay {
  const registered = new Map<string, Registered>();
  const revisions = new Map<string, number>();
  const approvals = new Map<string, ApprovalStory>();

  const put = (record: Registered, seq: number): void => {
    registered.set(registeredKey(record), record);
    revisions.set(registeredKey(record), seq);
  };
  const workspace = (): WorkspaceRecord | null => {
    const found = registered.get(`workspace/${WORKSPACE_NAME}`);
    return found?.kind === 'workspace' ? found.record : null;
  };
  const agent = (name: string): AgentRecord | null => {
    const found = registered.get(registeredKey({ kind: 'agent', name }));
    return found?.kind === 'agent' ? found.record : null;
  };
  const approver = (name: string): ApproverRecord | null => {
    const found = registered.get(registeredKey({ kind: 'approver', name }));
    return found?.kind === 'approver' ? found.record : null;
  };

  const changed = (entry: z.output<typeof RegistryEntry>): void => {
    const { seq, registered: record, revision, signed } = entry;
    const key = registeredKey(record);
    if (revision !== (revisions.get(key) ?? 0))
      report('registry_mismatch', seq, `\`${key}\` does not follow its last record`);
    const approvers = [...registered.values()].flatMap((other) =>
      other.kind === 'approver' && other.record.status === 'active' ? [other.record] : [],
    );
    const { needed, notBy } = signatureNeed(registered.get(key) ?? null, record);
    if (needed && approvers.length > 0) {
      const workspace_id = workspace()?.workspace_id ?? '';
      const about = { workspace_id, registered: record, revision, notBy };
      const fault = signatureFault(approvers, signed, about);
      if (fault !== null)
        report(
          'registry_signature',
          seq,
          `the change of \`${key}\` has a signature that is ${fault.because}`,
        );
    }
    put(record, seq);
  };

  const opened = (entry: z.output<typeof OpenedEntry>): void => {
    const { approval_id, seq } = entry;
    if (approvals.has(approval_id))
      report('approval_mismatch', seq, `\`${approval_id}\` was opened twice`);
    if (digestOf(entry.plan) !== entry.plan_digest)
      report('approval_mismatch', seq, `the plan of \`${approval_id}\` has not its digest`);
    approvals.set(approval_id, {
      opened: entry,
      status: 'pending',
      decisions: [],
      event_id: null,
      detail: null,
      updated_at: entry.at,
    });
  };

  /** The story that an entry goes on with; reports one that is not at `status`. */
  const storyAt = (
    entry: { readonly seq: number; readonly approval_id: string; readonly plan_digest: string },
    statuses: readonly ApprovalStatus[],
  ): ApprovalStory | null => {
    const story = approvals.get(entry.approval_id);
    if (story === undefined) {
      report('approval_mismatch', entry.seq, `\`${entry.approval_id}\` was never opened`);
      return null;
    }
    if (story.opened.plan_digest !== entry.plan_digest)
      report(
        'approval_mismatch',
        entry.seq,
        `\`${entry.approval_id}\` was opened for another plan`,
      );
    if (story.status === 'executed')
      report('approval_replayed', entry.seq, `\`${entry.approval_id}\` had been executed already`);
    else if (!statuses.includes(story.status))
      report('approval_mismatch', entry.seq, `\`${entry.approval_id}\` was ${story.status}`);
    return story;
  };

  const counts = (decision: Decision): boolean => {
    const record = approver(decision.approver);
    return (
      record?.status === 'active' &&
      record.public_key === decision.public_key &&
      record.user_id === decision.user_id
    );
  };

  const decided = (entry: z.output<typeof DecidedEntry>): void => {
    const { decision, approval_id, plan_digest, seq, at } = entry;
    const story = storyAt(entry, ['pending']);
    if (story === null) return;
    const { plan } = story.opened;
    const statement = {
      ...decision,
      workspace_id: workspace()?.workspace_id ?? '',
      approval_id,
      plan_digest,
    };
    const who = `the decision of \`${decision.approver}\` on \`${approval_id}\``;
    if (!counts(decision))
      report('approval_signature', seq, `${who} is not by an active approver's registered key`);
    else if (!verifyDecision(decision.public_key, statement, decision.signature))
      report('approval_signature', seq, `${who} has a signature that does not verify`);
    if (decision.verdict === 'approve' && decision.user_id === plan.user_id)
      report('self_approval', seq, `${who} is by the person behind the request`);
    if (hasExpired(plan, Date.parse(at)))
      report('approval_mismatch', seq, `${who} came after it had expired`);
    const before = story.decisions.filter(counts);
    if (
      before.some(
        ({ user_id, public_key }) =>
          user_id === decision.user_id || public_key === decision.public_key,
      )
    )
      report('approval_mismatch', seq, `${who} is their second`);
    const decisions = [...before, decision];
    const status = verdictOf(decisions, plan.approvers_required);
    const detail = status === 'rejected' ? decision.reason : null;
    approvals.set(approval_id, { ...story, decisions, status, detail, updated_at: at });
  };

  const closed = (entry: z.output<typeof ClosedEntry>): void => {
    const story = storyAt(entry, entry.step === 'stale' ? ['approved'] : ['pending']);
    if (story === null) return;
    const { step: status, detail, at } = entry;
    approvals.set(entry.approval_id, { ...story, status, detail, updated_at: at });
  };

  const effect = (entry: EffectEntry, events: readonly StoredEvent[] | null): void => {
    const { seq } = entry;
    const record = agent(entry.principal.name);
    const space = workspace();
    if (record === null || record.status !== 'active' || space === null) {
      report('approval_mismatch', seq, `\`${entry.principal.name}\` was no active principal`);
      return;
    }
    const rules = { permissions: record.permissions, policy: space.policy };
    const need =
      events === null
        ? null
        : approvalRule(
            events,
            affectedIds(events).size,
            record.permissions.requires_approval,
            space.policy,
          );
    if (entry.step === 'committed') {
      if (need !== null && need.triggers.length > 0)
        report(
          'approval_mismatch',
          seq,
          `its events needed an approval: ${need.triggers.join(', ')}`,
        );
      return;
    }
    const story = storyAt(entry, ['approved']);
    if (story === null) return;
    const { plan } = story.opened;
    const name = `\`${entry.approval_id}\``;
    if (need !== null && plan.approvers_required < need.approvers_required)
      report('approval_mismatch', seq, `${name} needed ${need.approvers_required} people`);
    if (plan.policy_digest !== policyDigest(rules))
      report('approval_mismatch', seq, `${name} was judged by other rules`);
    if (plan.operation_id !== entry.operation_id || plan.branch !== entry.branch)
      report('approval_mismatch', seq, `${name} was for another operation`);
    if (events !== null && !isPlanned(events, plan.events, entry.approval_id))
      report('approval_mismatch', seq, `the events of ${name} are not those of its plan`);
    const event_id = plan.events[0]?.event_id ?? null;
    approvals.set(entry.approval_id, {
      ...story,
      status: 'executed',
      event_id,
      updated_at: entry.at,
    });
  };

  return {
    registered,
    approvals,
    play: (entry, events) => {
      switch (entry.step) {
        case 'founded':
          if (entry.seq !== 1)
            report('registry_mismatch', entry.seq, 'a workspace is founded once');
          for (const record of entry.records) put(record, entry.seq);
          return;
        case 'changed':
          changed(entry);
          return;
        case 'opened':
          opened(entry);
          return;
        case 'decided':
          decided(entry);
          return;
        case 'expired':
        case 'cancelled':
        case 'stale':
          closed(entry);
          return;
        case 'committed':
        case 'executed':
          effect(entry, events);
          return;
        default:
          entry satisfies never;
      }
    },
  };
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
