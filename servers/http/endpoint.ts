/** @module endpoint: what stands behind one path of the hub, and who asks for it. */
import type { Connection } from '../../governance/access/principal.ts';
import type { Action } from '../../schemas/permissions.ts';
import type { Introduction, Service } from '../host/requests.ts';

/** One server, or all of them as one. */
export type Endpoint = {
  readonly path: string;
  readonly about: Introduction;
  readonly service: (connection: Connection) => Promise<Service>;
};

/** Who sends a request, as far as its headers say. */
export type Caller = {
  /** Digest of the credential, or of whose access token it is: what a session is bound to. */
  readonly owner: string;
  /** Name of the principal. */
  readonly name: string;
  /** What the scopes of its access token limit it to; null where they mean nothing. */
  readonly within: readonly Action[] | null;
  readonly connect: (session_id: string) => Connection;
};

/** A request to an endpoint, and whose it is. */
export type Asked = {
  readonly endpoint: Endpoint;
  readonly caller: Caller;
  /** Refuses (403) a message that needs more than the scopes of its access token. */
  readonly admit: (connection: Connection, body: unknown) => Promise<void>;
};
