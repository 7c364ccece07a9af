/** @module names: who did something, by name. */
import { personName } from '../../../governance/control/person-names.ts';
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { readPeople } from '../../control/people.ts';

/** A principal as events name it. */
type Principal = { readonly user_id: string; readonly agent_id: string | null };

/** Names of principals; an unknown id is returned unchanged. */
export async function namesOf(
  reader: LedgerRead,
): Promise<(who: Principal) => { readonly who: string; readonly is_agent: boolean }> {
  const people = await readPeople(reader);
  const agents = new Map(people.agents.map(({ agent_id, name }) => [agent_id, name]));
  return ({ user_id, agent_id }) =>
    agent_id === null
      ? { who: personName(people, user_id), is_agent: false }
      : { who: agents.get(agent_id) ?? agent_id, is_agent: true };
}
