/** @module bearer: the principal of an HTTP connection, identified by its bearer token alone. */
import type { Action } from '../../schemas/permissions.ts';
import type { Directory } from './directory.ts';
import {
  defaultAgent,
  known,
  connectionBy,
  unidentified,
  type Connection,
  type Identified,
} from './principal.ts';

/** The claims of a verified access token of an authorization server. */
export type Grant = {
  /** The agent or user of the workspace to which its subject is mapped; null for an unmapped subject. */
  readonly name: string | null;
  /** The actions that its scopes allow; null when its scopes do not restrict actions. */
  readonly within: readonly Action[] | null;
  /** Digest of subject, client and issuer: the same for all their tokens. */
  readonly owner: string;
  readonly hasExpired: () => boolean;
};

/** The credential of an HTTP request, and the listener that received it. */
export type HttpCredential = {
  /** The token of its `Authorization` header; undefined without the header, null when the header is not a bearer token. */
  readonly bearer: string | null | undefined;
  /** Whether only this machine can reach the listener: only then can a request without a token act as the default agent. */
  readonly local: boolean;
  /** The grant of a token from an authorization server; absent for a token of the workspace. */
  readonly grant?: Grant;
};

const SEND_TOKEN =
  'send `Authorization: Bearer TOKEN` with the token that `plumbline agent token NAME` prints for the operator';
const MAP_SUBJECT =
  'ask the operator to name its subject in the file of `plumbline serve --oauth FILE`';
const NEW_ACCESS_TOKEN = 'get a new one from the authorization server';

/**
 * The connection of the owner of a token. Over HTTP a name does not identify an agent. A request without a token acts as
 * the default agent if both the policy and the address of the listener allow it.
 */
export function bearerConnection(
  directory: Directory,
  credential: HttpCredential,
  session_id: string,
): Connection {
  return connectionBy(directory, session_id, () => identify(directory, credential));
}

function identify(directory: Directory, { bearer, local, grant }: HttpCredential): Identified {
  if (grant !== undefined) return identifyGrant(directory, grant);
  if (bearer === null) {
    return unidentified('the header `Authorization` is not a bearer token', SEND_TOKEN);
  }
  if (bearer !== undefined) {
    const record = directory.byToken(bearer);
    if (record !== undefined) return known(record);
    return unidentified('the bearer token does not belong to an active agent', SEND_TOKEN);
  }
  if (!local) return unidentified('no token was given', SEND_TOKEN);
  return defaultAgent(directory, 'no token was given', SEND_TOKEN);
}

/** The active record of a grant. Revoked and unknown subjects get the same answer. */
function identifyGrant(directory: Directory, { name, within, hasExpired }: Grant): Identified {
  if (hasExpired()) return unidentified('the access token has expired', NEW_ACCESS_TOKEN);
  const record = name === null ? undefined : directory.agent(name);
  if (record?.status !== 'active') {
    const because =
      'the subject of the access token is not an active agent or user of this workspace';
    return unidentified(because, MAP_SUBJECT);
  }
  return within === null ? { record } : { record, within };
}
