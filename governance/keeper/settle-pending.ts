/** @module settle-pending: lets the keeper close pending approvals that can no longer be executed. */
import { sha256Hex } from '../../kernel/base/canonical/hash.ts';
import type { LedgerRead } from '../../kernel/ledger/ledger.ts';
import type { EventChecks } from '../../schemas/event-checks.ts';
import {
  AgentRecord,
  type ApprovalRecord,
  PlanDocument,
  WORKSPACE_NAME,
  WorkspaceRecord,
} from '../../schemas/governance.ts';
import { hasExpired } from '../approval/machine.ts';
import { policyDigest } from '../approval/plan-digest.ts';
import { ElementStates } from './elements/element-states.ts';
import { openLevelNames } from './handlers/level-names.ts';
import { planStanding, type RulesNow } from './handlers/plan-standing.ts';
import type { Keeper } from './protocol/protocol.ts';

/** Maximum number of approvals that are checked. */
const MAX_PENDING = 1000;

/** Dependencies of the check. */
export type Settling = {
  readonly reader: LedgerRead;
  readonly keeper: () => Promise<Pick<Keeper, 'approval'>>;
  /** Loaded when there are pending approvals. */
  readonly checks: () => Promise<EventChecks>;
};

/**
 * Closes approvals that have expired or can no longer be executed. For a long-running process: while neither the model nor
 * the registry changes, only times are compared.
 */
export function openSettling(source: Settling): (now: Date) => Promise<void> {
  const { reader, keeper, checks } = source;
  const levelNames = openLevelNames(checks);
  let seen = '';
  return async (now) => {
    const registered = await rulesIn(reader);
    if (registered === null) return;
    const elements = new ElementStates();
    const rules = { ...registered, policyDigest: digestOfRules, levelNames, elements, checks };
    const current = JSON.stringify([await reader.headSeq(), registered]);
    for (const record of await reader.approvals('pending', MAX_PENDING)) {
      const isOver =
        hasExpired(record, now.getTime()) ||
        (current !== seen && (await isStale(reader, record, rules)));
      if (isOver) await (await keeper()).approval(record.approval_id);
    }
    seen = current;
  };
}

/** Whether a plan is stale; false for a plan that was edited in the store or that this version cannot read. */
async function isStale(
  reader: LedgerRead,
  { plan, plan_digest }: ApprovalRecord,
  rules: RulesNow,
): Promise<boolean> {
  if (sha256Hex(plan) !== plan_digest) return false;
  const { data } = PlanDocument.safeParse(JSON.parse(plan));
  return data !== undefined && (await planStanding(reader, data, rules)).status === 'stale';
}

async function rulesIn(reader: LedgerRead): Promise<Pick<RulesNow, 'workspace' | 'agents'> | null> {
  const row = await reader.registry('workspace', WORKSPACE_NAME);
  if (row === null) return null;
  const agents = await reader.registryAll('agent');
  return {
    workspace: WorkspaceRecord.parse(JSON.parse(row.record)),
    agents: agents.map(({ record }) => AgentRecord.parse(JSON.parse(record))),
  };
}

function digestOfRules(
  { permissions }: Pick<AgentRecord, 'permissions'>,
  { policy }: Pick<WorkspaceRecord, 'policy'>,
): string {
  return policyDigest({ permissions, policy });
}
