/** @module bearer: the principal of an HTTP connection, found by its bearer token alone. */
import type { AgentRecord } from '../../schemas/governance.ts';
import type { Action } from '../../schemas/permissions.ts';
import type { Directory } from './directory.ts';
import { provenBy, type Connection, type Identified } from './principal.ts';

/** What a verified access token of an authorization server says of its bearer. */
export type Grant = {
  /** The agent or user of the workspace that its subject is; null where that is nobody. */
  readonly name: string | null;
  /** What it is limited to; null where its scopes mean nothing. */
  readonly within: readonly Action[] | null;
  /** Digest of whose it is: the same for every token of one subject, client and issuer. */
  readonly owner: string;
  readonly hasExpired: () => boolean;
};

/** What an HTTP request says of who sends it, and where it came in. */
export type HttpCredential = {
  /** The token of its `Authorization` header; undefined where it has none, null where the header has another form. */
  readonly bearer: string | null | undefined;
  /** Whether the listener is reached from this machine alone: only there may one who gives nothing be the default agent. */
  readonly local: boolean;
  /** What the token grants, where an authorization server made it: then it is no token of the workspace. */
  readonly grant?: Grant;
};

const SEND_TOKEN =
  'send `Authorization: Bearer TOKEN` with what the operator gets from `plumbline agent token NAME`';
const MAP_SUBJECT = 'ask the operator to name its subject in the file of `plumbline serve --oauth`';
const NEW_ACCESS_TOKEN = 'get a new one from the authorization server';

/**
 * The connection of the owner of a token. A name identifies nobody over HTTP. Who gives nothing is the default agent where
 * the policy and the address of the listener let it in.
 */
export function bearerConnection(
  directory: Directory,
  credential: HttpCredential,
  session_id: string,
): Connection {
  return provenBy(directory, session_id, () => identified(directory, credential));
}

function identified(directory: Directory, { bearer, local, grant }: HttpCredential): Identified {
  if (grant !== undefined) return granted(directory, grant);
  if (bearer === null) return unidentified('the header `Authorization` is no bearer token');
  if (bearer !== undefined) {
    const record = directory.byToken(bearer);
    if (record !== undefined) return known(record);
    return unidentified('the bearer token is not that of an active agent');
  }
  if (!local) return unidentified('no token was given');
  const { policy, default_agent } = directory.workspace();
  if (policy.default_agent === false) {
    return unidentified('no token was given, and the default agent of this workspace is off');
  }
  const record = directory.agent(default_agent);
  if (record?.status === 'active') return known(record);
  return unidentified('no token was given, and the default agent is revoked');
}

/** Whoever a grant is for, as long as it holds. One who is revoked is answered as one whom nobody knows. */
function granted(directory: Directory, { name, within, hasExpired }: Grant): Identified {
  if (hasExpired()) return unidentified('the access token has expired', NEW_ACCESS_TOKEN);
  const record = name === null ? undefined : directory.agent(name);
  if (record?.status !== 'active') {
    const because = 'the subject of the access token is no active agent or user of this workspace';
    return unidentified(because, MAP_SUBJECT);
  }
  return within === null ? { record } : { record, within };
}

function known(record: AgentRecord): Identified {
  return { record };
}

function unidentified(because: string, next = SEND_TOKEN): Identified {
  return { record: null, because, next };
}
