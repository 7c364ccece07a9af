/** @module caller: who sends a request, by its `Authorization` header alone. */
import type { IncomingMessage } from 'node:http';

import type { HttpCredential } from '../../governance/access/bearer.ts';
import type { Connection } from '../../governance/access/principal.ts';
import type { Caller } from './endpoint.ts';
import { HttpRefusal, NOT_SERVED } from './http-refusal.ts';

/** How credentials become connections. */
export type Identities = {
  /** The connection of a credential; `session_id` is what its operations are counted in. */
  readonly identify: (credential: HttpCredential, session_id: string) => Connection;
  /** Brings what `identify` knows level with the store: a token may have been given or taken by another process. */
  readonly catchUp: () => Promise<void>;
  /** Digest of a token: what sessions are bound to. */
  readonly digest: (bearer: string) => string;
};

const REALM = 'Bearer realm="plumbline"';

/** Who sends a request. Refuses (401) one whose credential does not hold now; nothing of it is entered, for strangers could fill the log. */
export async function callerOf(
  { headers }: IncomingMessage,
  local: boolean,
  { identify, digest, catchUp }: Identities,
): Promise<Caller> {
  const bearer = bearerOf(headers.authorization);
  const credential = { bearer, local };
  await catchUp();
  const { principal, refusal } = identify(credential, 'ses_door').identify();
  if (refusal !== null) {
    const { message, hint } = refusal.body;
    const challenge = bearer === undefined ? REALM : `${REALM}, error="invalid_token"`;
    throw new HttpRefusal([401, NOT_SERVED], `${message}; ${hint}`, {
      'www-authenticate': challenge,
    });
  }
  return {
    owner: typeof bearer === 'string' ? digest(bearer) : 'none',
    name: principal.name,
    connect: (session_id) => identify(credential, session_id),
  };
}

/** The token of an `Authorization` header; null where it is of another kind. */
function bearerOf(header: string | undefined): string | null | undefined {
  if (header === undefined) return undefined;
  return /^bearer +([\w.~+/=-]{1,4096})$/i.exec(header)?.[1] ?? null;
}
