/** @module bearer: the principal of an HTTP connection, found by its bearer token alone. */
import type { AgentRecord } from '../../schemas/governance.ts';
import type { Directory } from './directory.ts';
import { provenBy, type Connection, type Identified } from './principal.ts';

/** What an HTTP request says of who sends it, and where it came in. */
export type HttpCredential = {
  /** The token of its `Authorization` header; undefined where it has none, null where the header has another form. */
  readonly bearer: string | null | undefined;
  /** Whether the listener is reached from this machine alone: only there may one who gives nothing be the default agent. */
  readonly local: boolean;
};

const SEND_TOKEN =
  'send `Authorization: Bearer TOKEN` with what the operator gets from `plumbline agent token NAME`';

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

function identified(directory: Directory, { bearer, local }: HttpCredential): Identified {
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

function known(record: AgentRecord): Identified {
  return { record, because: null, next: null };
}

function unidentified(because: string): Identified {
  return { record: null, because, next: SEND_TOKEN };
}
