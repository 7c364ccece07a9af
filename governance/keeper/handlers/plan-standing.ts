/** @module plan-standing: whether a held plan can still be executed under the current state and rules. */
import { listed } from '../../../kernel/base/text/id-list.ts';
import type { BranchHead, LedgerRead } from '../../../kernel/ledger/ledger.ts';
import type { AgentRecord, PlanDocument, WorkspaceRecord } from '../../../schemas/governance.ts';
import { assertBlobsStaged } from '../blobs/staged-blobs.ts';
import { withManifestLevels } from '../elements/imported-elements.ts';
import { refusable } from './context.ts';
import {
  deletesElements,
  plannedElements,
  type ElementRules,
  type PlannedElements,
} from './event-rules.ts';
import type { LevelNames } from './level-names.ts';
import { assertElementsInside } from './limits/element-scope.ts';
import { assertAppendable, badPlan, comparedVersions, planBranch } from './plan-checks.ts';

/** The current rules for plans. */
export type RulesNow = ElementRules & {
  readonly workspace: WorkspaceRecord;
  readonly agents: readonly AgentRecord[];
  /** Digest of the rules by which plans of this agent are judged. */
  readonly policyDigest: (agent: AgentRecord, workspace: WorkspaceRecord) => string;
  readonly levelNames: LevelNames;
};

/** A plan that can be executed, with the data for that; or the reason why it cannot. */
export type PlanStanding =
  | {
      readonly status: 'sound';
      readonly agent: AgentRecord;
      /** Null when the plan itself creates its branch. */
      readonly head: BranchHead | null;
      /** Elements as its events leave them. */
      readonly elements: PlannedElements['written'];
    }
  | { readonly status: 'stale'; readonly detail: string };

/** Maximum number of ids of changed elements in a reason; the others are counted. */
const NAMED_MAX = 10;

/** Whether a plan can still be executed, regardless of its expiry. */
export async function planStanding(
  read: LedgerRead,
  plan: PlanDocument,
  rules: RulesNow,
): Promise<PlanStanding> {
  const agent = requesterOf(plan, rules);
  if (agent === null) {
    return stale('the requester or the rules for the plan have changed');
  }
  const state = await refusable(async () => {
    const head = await planBranch(read, plan);
    const { changed, unwritten } = await comparedVersions(read, plan);
    if (changed.length > 0) return { head, changed, elements: new Map() };
    await assertBlobsStaged(read, plan.events);
    await assertAppendable(read, plan);
    const planned = await plannedElements(rules, read, { plan, unwritten });
    const { written: elements, missing } = planned;
    if (!plan.triggers.includes('element.deleted') && deletesElements(plan, planned)) {
      throw badPlan('it would delete elements now, which its approval does not state');
    }
    if (missing.length === 0) {
      await assertElementsInside(agent, { plan, elements: planned, checks: rules.checks });
    }
    await rules.levelNames.assertFree(read, withManifestLevels(plan, planned.byManifests));
    return { head, changed: missing, elements };
  });
  if ('status' in state) return stale(state.refusal.message);
  const { head, changed, elements } = state;
  if (changed.length > 0) {
    return stale(`changed since the plan was made: ${listed(changed, NAMED_MAX)}`);
  }
  return { status: 'sound', agent, head, elements };
}

function stale(detail: string): PlanStanding {
  return { status: 'stale', detail };
}

/** The active record of the plan's requester, if its rules are still those of the plan; else null. */
function requesterOf(
  { agent_id, user_id, policy_digest }: PlanDocument,
  { agents, workspace, policyDigest }: RulesNow,
): AgentRecord | null {
  const requester = agents.find(
    (agent) =>
      agent.status === 'active' &&
      agent.user_id === user_id &&
      (agent.kind === 'agent' ? agent.agent_id : null) === agent_id &&
      policyDigest(agent, workspace) === policy_digest,
  );
  return requester ?? null;
}
