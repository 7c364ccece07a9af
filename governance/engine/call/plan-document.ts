/** @module plan-document: the document whose digest an approver signs, for commands and runs. */
import { countOfAffected } from '../../../schemas/element-changes.ts';
import { nameOf, touchedIds, type PlannedEvent } from '../../../schemas/events.ts';
import type {
  Expectation,
  Loss,
  PlanDocument,
  WorkspaceRecord,
} from '../../../schemas/governance.ts';
import type { Plan } from '../../../schemas/plan.ts';
import type { Directory } from '../../access/directory.ts';
import { policyDigest } from '../../approval/plan-digest.ts';
import { approvalRule } from '../../approval/rule.ts';
import { maskReasoning } from '../../audit/entry.ts';
import type { Requester } from '../../tool/domain.ts';
import type { GovernedCall } from './governed-call.ts';

/** The dependencies for making a document. */
type DocumentParts = {
  readonly server: string;
  /** A fresh uuid. */
  readonly randomId: () => string;
  readonly now: () => Date;
};

/** The contents of a plan document. */
type PlanContents = {
  readonly workspace: WorkspaceRecord;
  /** The branch that receives the events. */
  readonly branch: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly events: readonly PlannedEvent[];
  /** Expected versions of everything that the events touch. */
  readonly write_set: readonly Expectation[];
  /** Expected versions of everything else that the plan relies on. */
  readonly read_set: readonly Expectation[];
  readonly branch_seq: PlanDocument['branch_seq'];
  /** Number of elements that are affected although no event names them. */
  readonly carried: number;
  /** Whether elements that exist before the plan do not exist after it, or are created again by it. */
  readonly deletes: boolean;
  readonly losses: readonly Loss[];
  readonly data: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
};

/** The document of a plan: its requester, effect, versions, rules and expiry. */
export function planDocument<View>(
  { server, randomId, now }: DocumentParts,
  { agent, principal, shared, tool }: GovernedCall<View>,
  { workspace, branch, input, events, carried, deletes, losses, ...made }: PlanContents,
): PlanDocument {
  const { workspace_id, policy } = workspace;
  const affected = affectedCount(events, carried);
  const extent = { affected, diminishes: losses.length > 0, deletes };
  const rule = approvalRule(events, extent, agent.permissions.requires_approval, policy);
  return {
    v: 1,
    workspace_id,
    server,
    tool: tool.name,
    input,
    agent_id: principal.agent_id,
    user_id: principal.user_id,
    session_id: principal.session_id,
    reasoning: shared.reasoning === undefined ? null : maskReasoning(shared.reasoning),
    branch,
    operation_id: randomId(),
    events: events.map((event) => ({ event_id: randomId(), ...event })),
    touched: [...made.write_set],
    relied_on: [...made.read_set],
    branch_seq: made.branch_seq,
    affected,
    ...(losses.length === 0 ? {} : { losses: [...losses] }),
    triggers: [...rule.triggers],
    approvers_required: rule.approvers_required,
    // The keeper judges by the registered permissions, even if the credential is limited to fewer.
    policy_digest: policyDigest({ permissions: agent.registered, policy }),
    data: made.data,
    warnings: [...made.warnings],
    nonce: randomId(),
    expires_at: new Date(now().getTime() + policy.approval_ttl_s * 1000).toISOString(),
  };
}

/** The number of elements that a change affects: those named by its events, and those that change as a consequence. */
export function affectedCount(events: readonly PlannedEvent[], carried: number): number {
  return countOfAffected(events) + carried;
}

/**
 * The names that a plan assigns, as events of its requester: one event for each name, since names are looked up singly.
 */
export function nameEvents(
  { names = new Map() }: Pick<Plan<unknown>, 'names'>,
  requester: Requester,
): readonly PlannedEvent[] {
  return [...names].map(([name, given]): PlannedEvent => {
    const elements = [...given].map(([part, id]) => ({ id, part }));
    return {
      type: 'name.given',
      aggregate_id: nameOf(requester, name),
      payload: { elements, name },
    };
  });
}

/** The contents of the plan of a run. */
type RunContents = {
  readonly events: readonly PlannedEvent[];
  /** The stored arguments; `branch` is added to them. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Expected versions of everything that the events touch. Default: each event creates a new aggregate. */
  readonly write_set?: readonly Expectation[];
  readonly data?: Readonly<Record<string, unknown>>;
};

/** The document of events that belong to a run and do not change the model. */
export function runPlan<View>(
  parts: DocumentParts & { readonly directory: Pick<Directory, 'workspace'> },
  call: GovernedCall<View>,
  { events, input, write_set, data = {} }: RunContents,
): PlanDocument {
  const { branch } = call;
  return planDocument(parts, call, {
    workspace: parts.directory.workspace(),
    branch,
    input: { ...input, branch },
    events,
    write_set: write_set ?? events.flatMap(touchedIds).map((id) => ({ branch, id, version: 0 })),
    read_set: [],
    branch_seq: null,
    carried: 0,
    deletes: false,
    losses: [],
    data,
    warnings: [],
  });
}
