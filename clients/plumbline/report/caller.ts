/** @module caller: the callers in a log, by the names that the log and the registry have. */
import type { EntryPrincipal } from '../../../governance/audit/entries/log-entry.ts';
import { personName } from '../../../governance/control/person-names.ts';
import type { Registry } from '../session.ts';
import type { Caller } from './report-data.ts';

/** The caller of an entry; entries of executed approvals state no kind. */
export function callerOf(principal: EntryPrincipal, registry: Registry): Caller {
  const { name, user_id, agent_id = null } = principal;
  const kind = principal.kind ?? (agent_id === null ? 'human' : 'agent');
  return {
    kind,
    name,
    id: agent_id ?? user_id,
    person: kind === 'human' ? null : personName(registry, user_id),
  };
}

/** The caller of a plan, which has only ids. */
export function plannerOf(
  plan: { readonly agent_id: string | null; readonly user_id: string },
  registry: Registry,
): Caller {
  const { agent_id, user_id } = plan;
  const agent = registry.agents.find((one) => one.agent_id === agent_id);
  const name = agent?.name ?? agent_id ?? personName(registry, user_id);
  return callerOf({ name, user_id, agent_id }, registry);
}

/** A caller in words, such as `agent mason for anna (owner)`. */
export function callerWords({ kind, name, person }: Caller): string {
  return kind === 'human' ? name : `agent ${name} for ${person ?? 'nobody'}`;
}
