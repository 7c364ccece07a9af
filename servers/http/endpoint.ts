/** @module endpoint: the server at one path of the hub, and the caller of a request to it. */
import type { Connection } from '../../governance/access/principal.ts';
import type { Action } from '../../schemas/permissions.ts';
import type { Introduction, Service } from '../host/requests.ts';

/** One server, or all of them as one. */
export type Endpoint = {
  readonly path: string;
  readonly about: Introduction;
  readonly service: (connection: Connection) => Promise<Service>;
};

/** The caller of a request, from its headers. */
export type Caller = {
  /** Digest of the credential, or of the subject of an access token; sessions are bound to it. */
  readonly owner: string;
  /** Name of the principal. */
  readonly name: string;
  /** Actions that the scopes of its access token permit; null if scopes are not configured. */
  readonly within: readonly Action[] | null;
  readonly connect: (session_id: string) => Connection;
};

/** A request to an endpoint, with its caller. */
export type EndpointRequest = {
  readonly endpoint: Endpoint;
  readonly caller: Caller;
  /** Refuses (403) a message that needs more than the scopes of its access token. */
  readonly admit: (connection: Connection, body: unknown) => Promise<void>;
};
