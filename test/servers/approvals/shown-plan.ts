/** @module shown-plan: the text that an approver reads about planned events on a model. */
import type { ElementOf } from '../../../kernel/building/kinds/elements.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import type { ApprovalRecord, PlanDocument, WorkspaceRecord } from '../../../schemas/governance.ts';
import { WorkspacePolicy } from '../../../schemas/permissions.ts';
import { approvalLines, type ApprovalDetails } from '../../../servers/approvals/effect-text.ts';
import { effectOf } from '../../../servers/approvals/effect.ts';
import type { Look } from '../../../servers/approvals/item-lines.ts';
import { created, make, Site } from '../../kernel/building/model/build.ts';
import { siteReader } from '../../kernel/building/model/projection/site-reader.ts';

const AT = '2026-03-01T08:00:00.000Z';
const WIDTH = 100;

const workspace: WorkspaceRecord = {
  workspace_id: 'ws',
  owner: { user_id: 'u', name: 'owner' },
  default_agent: 'agent',
  policy: WorkspacePolicy.parse({}),
  created_at: AT,
};

/** A wall whose name is its id. */
export const wall = (id: string, name = id): ElementOf<'wall'> => make('wall', id, { name });
/** The event that creates a wall. */
export const makes = ({ id, params }: ElementOf<'wall'>): PlannedEvent =>
  created('wall', id, params);

/** A pending approval without a plan. */
export const record: ApprovalRecord = {
  approval_id: 'apr_1',
  status: 'pending',
  plan: '',
  plan_digest: '',
  effect_key: '',
  created_at: AT,
  expires_at: AT,
  decisions: [],
  event_id: null,
  detail: null,
  updated_at: AT,
};

/** A plan with these events. */
export function planOf(
  events: readonly PlannedEvent[],
  changes: Partial<PlanDocument> = {},
): PlanDocument {
  return {
    v: 1,
    workspace_id: 'ws',
    server: 'geometry',
    tool: 'apply_changes',
    input: {},
    agent_id: 'a',
    user_id: 'u',
    session_id: 's',
    reasoning: 'because',
    branch: 'main',
    operation_id: 'op',
    events: events.map((event, index) => ({ ...event, event_id: String(index) })),
    touched: [],
    relied_on: [],
    branch_seq: null,
    affected: events.length,
    triggers: ['bulk'],
    approvers_required: 1,
    policy_digest: '',
    data: {},
    warnings: [],
    nonce: 'n',
    expires_at: AT,
    ...changes,
  };
}

/** A model with a level and these walls. */
export function siteWith(walls: readonly ElementOf<'wall'>[]): Site {
  const site = new Site();
  site.commit('main', [created('level', 'L1'), ...walls.map(makes)]);
  return site;
}

/** The lines of a plan with these events on a model with these elements. */
export async function show(
  events: readonly PlannedEvent[],
  walls: readonly ElementOf<'wall'>[] = [],
  changes: Partial<PlanDocument> = {},
  {
    width = WIDTH,
    site = siteWith(walls),
    rejected = [],
  }: Partial<Pick<Look, 'width'> & Pick<ApprovalDetails, 'rejected'> & { site: Site }> = {},
): Promise<readonly string[]> {
  const plan = planOf(events, changes);
  const effect = await effectOf(siteReader(site), plan);
  const registry = { workspace, agents: [], approvers: [] };
  const look = { width, paint: (text: string) => text, now: new Date(AT) };
  return approvalLines({ record, plan, effect, registry, comments: [], rejected }, look);
}
