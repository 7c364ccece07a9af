/** @module people: the names of the authors of events. */
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { AgentRecord, ApproverRecord, WorkspaceRecord } from '../../../schemas/governance.ts';

/** The author of an event. */
export type Author = { readonly user_id: string; readonly agent_id: string | null };
/** Its name. */
export type AuthorName = { readonly who: string; readonly is_agent: boolean };

/** Returns the names of authors by the registry; an unknown author is named by its id. */
export async function authorNames(
  reader: Pick<LedgerRead, 'registryAll'>,
): Promise<(author: Author) => AuthorName> {
  const agents = new Map<string, string>();
  const people = new Map<string, string>();
  for (const { record } of await reader.registryAll('approver')) {
    const approver = ApproverRecord.parse(JSON.parse(record));
    people.set(approver.user_id, approver.name);
  }
  for (const { record } of await reader.registryAll('agent')) {
    const agent = AgentRecord.parse(JSON.parse(record));
    if (agent.kind === 'agent') agents.set(agent.agent_id, agent.name);
    else people.set(agent.user_id, agent.name);
  }
  for (const { record } of await reader.registryAll('workspace')) {
    const { owner } = WorkspaceRecord.parse(JSON.parse(record));
    people.set(owner.user_id, owner.name);
  }
  return ({ user_id, agent_id }) =>
    agent_id === null
      ? { who: people.get(user_id) ?? user_id, is_agent: false }
      : { who: agents.get(agent_id) ?? agent_id, is_agent: true };
}
