/** @module principal: the principal of a connection, identified by the credential of the connection alone. */
import { Refusal } from '../../schemas/errors.ts';
import type { AgentRecord, Principal, Requester } from '../../schemas/governance.ts';
import { type Action, ACTIONS, type AgentPermissions } from '../../schemas/permissions.ts';
import type { Directory } from './directory.ts';

/** The credential of a connection; undefined means not given. An empty string counts as given and identifies no agent. */
export type Credential = { readonly agent: string | undefined; readonly token: string | undefined };

/** The principal of a connection, and the refusal of all its calls when its credential is invalid. */
export type Identity = { readonly principal: Principal; readonly refusal: Refusal | null };

/** The far end of a connection. */
export interface Connection {
  /** The principal by the current directory, so that a revocation also ends an open connection. */
  identify(): Identity;
}

/** The connection of a principal that is already identified, for a tool that calls another tool for the same caller. */
export function connectionOf(principal: Principal): Connection {
  return { identify: () => ({ principal, refusal: null }) };
}

/**
 * A local (stdio) connection: the owner of the token, else the agent of that name, and the default agent only without
 * credentials. Invalid credentials identify no principal and are refused everything; they never fall back to the default
 * agent, which may have more permissions than the intended one.
 */
export function localConnection(
  directory: Directory,
  credential: Credential,
  session_id: string,
): Connection {
  return connectionBy(directory, session_id, () => identify(directory, credential));
}

/**
 * A connection whose principal `look` identifies at each call. After its credentials become invalid, it keeps the proven
 * principal, so that its refusals are logged under that name.
 */
export function connectionBy(
  directory: Directory,
  session_id: string,
  look: () => Identified,
): Connection {
  let proven: Principal | null = null;
  return {
    identify() {
      const found = look();
      if (found.record !== null) {
        const { record, within } = found;
        proven = principalOf(record, session_id);
        if (within !== undefined) proven = { ...proven, within };
        return { principal: proven, refusal: null };
      }
      const { because, next } = found;
      if (proven === null) {
        return { principal: nobody(session_id), refusal: credentialsRefused(because, next) };
      }
      const refusal = inactiveRefusal(directory, proven) ?? credentialsRefused(because, next);
      return { principal: proven, refusal };
    },
  };
}

/** An agent with the permissions that its credential allows. INVARIANT: they never exceed `registered`, those of its record. */
export type ActingAgent = AgentRecord & { readonly registered: AgentPermissions };

/** The current record of a principal, narrowed to the actions of its credential; undefined for an unregistered one. */
export function agentOf(
  directory: Directory,
  { name, within }: Pick<Principal, 'name' | 'within'>,
): ActingAgent | undefined {
  const record = directory.agent(name);
  if (record === undefined) return undefined;
  const { permissions: registered } = record;
  if (within === undefined) return { ...record, registered };
  const permissions = { ...registered, permissions: narrow(registered.permissions, within) };
  return { ...record, permissions, registered };
}

function narrow(
  registered: AgentPermissions['permissions'],
  within: readonly Action[],
): AgentPermissions['permissions'] {
  const left = ACTIONS.filter((action) => within.includes(action)).map(
    (action) => [action, registered[action]] as const,
  );
  return Object.fromEntries(left.filter(([, scope]) => scope !== undefined));
}

/** The active record of a principal. Refuses UNKNOWN_PRINCIPAL. */
export function activeAgent(directory: Directory, principal: Principal): ActingAgent {
  const agent = agentOf(directory, principal);
  if (agent?.status === 'active') return agent;
  throw notActiveRefusal(principal.name, agent);
}

/** The principal as it appears in plans and entries. */
export function requesterOf(principal: Principal): Requester {
  const { within: _, ...requester } = principal;
  return requester;
}

/** The principal of one connection. */
export function principalOf(record: AgentRecord, session_id: string): Requester {
  return {
    kind: record.kind,
    name: record.name,
    user_id: record.user_id,
    agent_id: record.kind === 'agent' ? record.agent_id : null,
    session_id,
  };
}

/** The nil UUID of RFC 9562. */
const NIL = '00000000-0000-0000-0000-000000000000';

/** The principal in answers and log entries of calls without a valid credential. No agent can be added under this name. */
function nobody(session_id: string): Principal {
  return { kind: 'agent', name: '(unidentified)', user_id: NIL, agent_id: NIL, session_id };
}

/** The owner of credentials, or why they are invalid. */
export type Identified =
  | { readonly record: AgentRecord; readonly within?: readonly Action[] }
  | Unidentified;
/** Why credentials are invalid, and what the operator can do. INVARIANT: neither contains any part of the credential. */
type Unidentified = { readonly record: null; readonly because: string; readonly next: string };

const RESTART = 'then start the server again';
const NEW_TOKEN = `ask the operator to set PLUMBLINE_TOKEN to the output of \`plumbline agent token NAME\`, ${RESTART}`;
const KNOWN_NAME = `ask the operator to set PLUMBLINE_AGENT to a name that \`plumbline agent list\` shows, ${RESTART}`;

function identify(directory: Directory, { agent, token }: Credential): Identified {
  if (token !== undefined) return byToken(directory, token, agent);
  if (agent !== undefined) return byName(directory, agent);
  return defaultAgent(directory, 'none were given', NEW_TOKEN);
}

/** The default agent, for a connection without credentials. `missing`: what was not given, for the refusal. */
export function defaultAgent(directory: Directory, missing: string, next: string): Identified {
  const { policy, default_agent } = directory.workspace();
  if (policy.default_agent === false) {
    return unidentified(`${missing}, and the default agent of this workspace is off`, next);
  }
  const record = directory.agent(default_agent);
  if (record?.status === 'active') return known(record);
  return unidentified(`${missing}, and the default agent is revoked`, next);
}

function byToken(directory: Directory, token: string, agent: string | undefined): Identified {
  if (token === '') return unidentified('PLUMBLINE_TOKEN is empty', NEW_TOKEN);
  const record = directory.byToken(token);
  if (record === undefined) {
    return unidentified('PLUMBLINE_TOKEN is not the token of an active agent', NEW_TOKEN);
  }
  if (agent === undefined || agent === record.name) return known(record);
  return unidentified(
    'PLUMBLINE_AGENT and PLUMBLINE_TOKEN do not belong to the same agent',
    `ask the operator to remove or correct PLUMBLINE_AGENT, ${RESTART}`,
  );
}

/** A name alone identifies an agent that has no token; one that has a token must present it. */
function byName(directory: Directory, name: string): Identified {
  if (name === '') return unidentified('PLUMBLINE_AGENT is empty', KNOWN_NAME);
  const record = directory.agent(name);
  // The value is not repeated: a token may have been set instead of a name.
  if (record === undefined) return unidentified('PLUMBLINE_AGENT names no agent', KNOWN_NAME);
  if (record.status !== 'active') {
    return unidentified(`the agent \`${record.name}\` is revoked`, NEW_TOKEN);
  }
  if (record.token_hash !== null) {
    return unidentified(`the agent \`${record.name}\` has a token, and none was given`, NEW_TOKEN);
  }
  const { policy, default_agent } = directory.workspace();
  if (policy.default_agent === false && record.name === default_agent) {
    return unidentified('the default agent is off: its name is not enough', NEW_TOKEN);
  }
  return known(record);
}

/** The result for valid credentials of this record. */
export function known(record: AgentRecord): Identified {
  return { record };
}

/** Credentials that identify no active record. */
export function unidentified(because: string, next: string): Unidentified {
  return { record: null, because, next };
}

function credentialsRefused(because: string, next: string): Refusal {
  return new Refusal(
    'PERMISSION_DENIED',
    `the credentials of this connection are invalid: ${because}`,
    next,
  );
}

function inactiveRefusal(directory: Directory, { name }: Principal): Refusal | null {
  const agent = directory.agent(name);
  return agent?.status === 'active' ? null : notActiveRefusal(name, agent);
}

function notActiveRefusal(name: string, agent: AgentRecord | undefined): Refusal {
  return new Refusal(
    'UNKNOWN_PRINCIPAL',
    `\`${name}\` is ${agent === undefined ? 'not registered' : 'revoked'}`,
    'ask the operator to run `plumbline agent add NAME`',
  );
}
