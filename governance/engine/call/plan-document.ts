/** @module plan-document: what is under the digest that a person signs, for every kind of plan. */
import { affectedIds, nameOf, touchedIds, type PlannedEvent } from '../../schemas/events.ts';
import type { Expectation, Loss, PlanDocument, WorkspaceRecord } from '../../schemas/governance.ts';
import type { Plan } from '../../schemas/plan.ts';
import { policyDigest } from '../approval/plan-digest.ts';
import { approvalRule } from '../approval/rule.ts';
import { maskReasoning } from '../audit/entry.ts';
import type { Requester } from '../tool/domain.ts';
import type { GateParts, GovernedCall } from './context.ts';

/** What is planned. */
type Intended = {
  readonly workspace: WorkspaceRecord;
  /** Where the events go. */
  readonly branch: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly events: readonly PlannedEvent[];
  /** Versions of what the events touch. */
  readonly write_set: readonly Expectation[];
  /** Versions of what the plan relies on beside them. */
  readonly read_set: readonly Expectation[];
  readonly branch_seq: PlanDocument['branch_seq'];
  /** Elements that are affected although no event names them. */
  readonly carried: number;
  readonly losses: readonly Loss[];
  readonly data: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
};

/** The document of a plan: its requester, effect, versions, rules and expiry. */
export function planDocument<View>(
  { server, randomId, now }: Pick<GateParts<View>, 'server' | 'randomId' | 'now'>,
  { agent, principal, shared, tool }: GovernedCall<View>,
  { workspace, branch, input, events, carried, losses, ...made }: Intended,
): PlanDocument {
  const { workspace_id, policy } = workspace;
  const affected = affectedIds(events).size + carried;
  const extent = { affected, diminishes: losses.length > 0 };
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
    // The keeper judges by what is registered, whatever a credential is limited to.
    policy_digest: policyDigest({ permissions: agent.registered, policy }),
    data: made.data,
    warnings: [...made.warnings],
    nonce: randomId(),
    expires_at: new Date(now().getTime() + policy.approval_ttl_s * 1000).toISOString(),
  };
}

/** The names that a plan gives, as events of its requester: one for each, since they are looked up one by one. */
export function nameEvents(
  { names = new Map() }: Pick<Plan<unknown>, 'names'>,
  who: Requester,
): readonly PlannedEvent[] {
  return [...names].map(([name, given]): PlannedEvent => {
    const elements = [...given].map(([part, id]) => ({ id, part }));
    return { type: 'name.given', aggregate_id: nameOf(who, name), payload: { elements, name } };
  });
}

/** What a plan of a run is made of. */
type RunPlan = {
  readonly events: readonly PlannedEvent[];
  /** Arguments as they are kept; with `branch`. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Versions of what the events touch; without them each is a new thing of its own. */
  readonly write_set?: readonly Expectation[];
  readonly data?: Readonly<Record<string, unknown>>;
};

/** The document of events that belong to a run and not to the model. */
export function runPlan<View>(
  parts: GateParts<View>,
  call: GovernedCall<View>,
  { events, input, write_set, data = {} }: RunPlan,
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
    losses: [],
    data,
    warnings: [],
  });
}
