/** @module people: the people and agents of a workspace, without their permissions and secrets. */
import type { People } from '../../governance/control/wire.ts';
import type { LedgerRead } from '../../kernel/ledger/ledger.ts';
import {
  AgentRecord,
  ApproverRecord,
  WORKSPACE_NAME,
  WorkspaceRecord,
} from '../../schemas/governance.ts';

/** The parts of the registry that approvers may read. */
export async function readPeople(reader: LedgerRead): Promise<People> {
  const row = await reader.registry('workspace', WORKSPACE_NAME);
  if (row === null) throw new Error('the store has no workspace record');
  const { workspace_id, owner, policy } = WorkspaceRecord.parse(JSON.parse(row.record));
  const { rejection_cooldown_s } = policy;
  const agents = await reader.registryAll('agent');
  const approvers = await reader.registryAll('approver');
  return {
    workspace: { workspace_id, owner, policy: { rejection_cooldown_s } },
    agents: agents.map(({ record }) => {
      const { kind, name, agent_id, user_id } = AgentRecord.parse(JSON.parse(record));
      return { kind, name, agent_id, user_id };
    }),
    approvers: approvers.map(({ record }) => ApproverRecord.parse(JSON.parse(record))),
  };
}
