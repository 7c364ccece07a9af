/** @module caller: who sends a request, by its `Authorization` header alone. */
import type { IncomingMessage } from 'node:http';

import type { HttpCredential } from '../../governance/access/bearer.ts';
import type { Connection } from '../../governance/access/principal.ts';
import type { Caller } from './endpoint.ts';
import { HttpRefusal, INVALID_REQUEST, NOT_SERVED } from './http-refusal.ts';
import type { ResourceServer } from './oauth/resource-server.ts';

/** How credentials become connections. */
export type Identities = {
  /** The connection of a credential; `session_id` is what its operations are counted in. */
  readonly identify: (credential: HttpCredential, session_id: string) => Connection;
  /** Brings what `identify` knows level with the store: a token may have been given or taken by another process. */
  readonly catchUp: () => Promise<void>;
  /** Digest of a token: what sessions are bound to. */
  readonly digest: (bearer: string) => string;
  /** Whose access tokens are taken beside those of the workspace. Where it is there, who gives no token is nobody. */
  readonly oauth?: ResourceServer;
};

const REALM = 'Bearer realm="plumbline"';

/** Who sends a request to a path. Refuses (401) one whose credential does not hold now; nothing of it is entered, for strangers could fill the log. */
export async function callerOf(
  { headers, url }: IncomingMessage,
  { path, local }: { readonly path: string; readonly local: boolean },
  { identify, digest, catchUp, oauth }: Identities,
): Promise<Caller> {
  assertNoneInAddress(url ?? '');
  const bearer = bearerOf(headers.authorization);
  await catchUp();
  const shown = { bearer, local: local && oauth === undefined };
  const refused = (text: string): HttpRefusal => {
    const parts = [REALM];
    if (bearer !== undefined) parts.push('error="invalid_token"');
    if (oauth !== undefined) parts.push(oauth.pointer(path));
    return new HttpRefusal([401, NOT_SERVED], text, { 'www-authenticate': parts.join(', ') });
  };
  const grant =
    oauth !== undefined && typeof bearer === 'string' && isJwt(bearer)
      ? await oauth.grantOf(bearer, path)
      : undefined;
  if (grant !== undefined && 'because' in grant) {
    throw refused(`${grant.because}; get a new one from the authorization server`);
  }
  const credential = grant === undefined ? shown : { ...shown, grant };
  const { principal, refusal } = identify(credential, 'ses_door').identify();
  if (refusal !== null) throw refused(`${refusal.body.message}; ${refusal.body.hint}`);
  return {
    owner: grant?.owner ?? (typeof bearer === 'string' ? digest(bearer) : 'none'),
    name: principal.name,
    within: grant?.within ?? null,
    connect: (session_id) => identify(credential, session_id),
  };
}

/** The token of an `Authorization` header; null where it is of another kind. */
function bearerOf(header: string | undefined): string | null | undefined {
  if (header === undefined) return undefined;
  return /^bearer +([\w.~+/=-]{1,8192})$/i.exec(header)?.[1] ?? null;
}

/** Three parts, as no token of a workspace has them. */
function isJwt(token: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token);
}

/** Refuses (400) a token where logs and histories keep it (RFC 6750, section 2.3), even beside another one. */
function assertNoneInAddress(url: string): void {
  const { searchParams } = new URL(url, 'http://localhost');
  if (!searchParams.has('access_token')) return;
  throw new HttpRefusal(
    [400, INVALID_REQUEST],
    'the address has an `access_token`, where others may read it; send `Authorization: Bearer TOKEN`',
    { 'www-authenticate': `${REALM}, error="invalid_request"` },
  );
}
