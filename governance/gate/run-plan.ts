/** @module run-plan: the plan document of events that belong to a run and not to the model. */
import { affectedIds, touchedIds, type PlannedEvent } from '../../schemas/events.ts';
import type { Expectation, PlanDocument } from '../../schemas/governance.ts';
import { policyDigest } from '../approval/plan-digest.ts';
import { approvalRule } from '../approval/rule.ts';
import type { GateParts, GovernedCall } from './context.ts';

/** What a plan of a run is made of. */
type RunPlan = {
  readonly events: readonly PlannedEvent[];
  /** Arguments as they are kept; with `branch`. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Versions of what the events touch; without them each is a new thing of its own. */
  readonly touched?: readonly Expectation[];
  readonly data?: Readonly<Record<string, unknown>>;
};

/** A plan with no effect on the model. */
export function runPlan<View>(
  { directory, server, randomId, now }: GateParts<View>,
  { principal, agent, shared, tool, branch }: GovernedCall<View>,
  { events, input, touched, data = {} }: RunPlan,
): PlanDocument {
  const { workspace_id, policy } = directory.workspace();
  const affected = affectedIds(events).size;
  const { permissions } = agent;
  const rule = approvalRule(events, affected, permissions.requires_approval, policy);
  return {
    v: 1,
    workspace_id,
    server,
    tool: tool.name,
    input: { ...input, branch },
    agent_id: principal.agent_id,
    user_id: principal.user_id,
    session_id: principal.session_id,
    reasoning: shared.reasoning ?? null,
    branch,
    operation_id: randomId(),
    events: events.map((event) => ({ event_id: randomId(), ...event })),
    touched: [...(touched ?? events.flatMap(touchedIds).map((id) => ({ branch, id, version: 0 })))],
    relied_on: [],
    branch_seq: null,
    affected,
    triggers: [...rule.triggers],
    approvers_required: rule.approvers_required,
    policy_digest: policyDigest({ permissions, policy }),
    data,
    warnings: [],
    nonce: randomId(),
    expires_at: new Date(now().getTime() + policy.approval_ttl_s * 1000).toISOString(),
  };
}
