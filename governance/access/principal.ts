/** @module principal: who is at the other end of a connection, taken from the connection alone. */
import type { AgentRecord, Principal } from '../../schemas/governance.ts';
import type { Directory } from './directory.ts';

/** What a connection brings along. */
export type Credential = { readonly agent: string | undefined; readonly token: string | undefined };

/** The record behind a credential, and what the operator should know about how it was found. */
export type Identified = { readonly record: AgentRecord; readonly note: string | null };

/**
 * The principal of a local (stdio) connection: the owner of the token, else the agent of that name, else the default agent.
 * A name without a token only ever reaches an agent that has none: who was given a token must show it.
 */
export function identifyLocal(directory: Directory, credential: Credential): Identified {
  const { agent, token } = credential;
  if (token !== undefined && token !== '') {
    const record = directory.byToken(token);
    if (record !== undefined) return { record, note: null };
    return fallback(directory, 'the token is not that of an active agent');
  }
  if (agent === undefined || agent === '') return fallback(directory, null);
  const record = directory.agent(agent);
  if (record === undefined) return fallback(directory, `there is no agent \`${agent}\``);
  if (record.status !== 'active') return fallback(directory, `agent \`${agent}\` is revoked`);
  if (record.token_hash !== null)
    return fallback(directory, `agent \`${agent}\` has a token, and none was given`);
  return { record, note: null };
}

function fallback(directory: Directory, why: string | null): Identified {
  const name = directory.workspace().default_agent;
  const record = directory.agent(name);
  if (record === undefined) throw new Error(`the default agent \`${name}\` is not registered`);
  return {
    record,
    note: why === null ? null : `${why}; this connection is the default agent \`${name}\``,
  };
}

/** The principal of one connection. */
export function principalOf(record: AgentRecord, session_id: string): Principal {
  return {
    kind: record.kind,
    name: record.name,
    user_id: record.user_id,
    agent_id: record.kind === 'agent' ? record.agent_id : null,
    session_id,
  };
}
