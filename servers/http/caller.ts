/** @module caller: the caller of a request, identified only by its `Authorization` header. */
import type { IncomingMessage } from 'node:http';

import type { HttpCredential } from '../../governance/access/bearer.ts';
import type { Connection } from '../../governance/access/principal.ts';
import type { Caller } from './endpoint.ts';
import { HttpRefusal, INVALID_REQUEST, NOT_SERVED } from './http-refusal.ts';
import type { ResourceServer } from './oauth/resource-server.ts';

/** Maps credentials to connections. */
export type Identities = {
  /** The connection of a credential; its operations are counted in `session_id`. */
  readonly identify: (credential: HttpCredential, session_id: string) => Connection;
  /** Updates `identify` from the store: another process may have issued or revoked a token. */
  readonly catchUp: () => Promise<void>;
  /** Digest of a token, to which sessions are bound. */
  readonly digest: (bearer: string) => string;
  /** Accepts access tokens in addition to tokens of the workspace. If it exists, requests without a token are refused. */
  readonly oauth?: ResourceServer;
};

const REALM = 'Bearer realm="plumbline"';

/** The caller of a request to a path. Refuses (401) invalid credentials, without an audit entry: anybody could fill the log. */
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

/** The token of an `Authorization` header; null for another scheme. */
function bearerOf(header: string | undefined): string | null | undefined {
  if (header === undefined) return undefined;
  return /^bearer +([\w.~+/=-]{1,8192})$/i.exec(header)?.[1] ?? null;
}

/** Whether a token has the three parts of a JWT, which tokens of a workspace never have. */
function isJwt(token: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token);
}

/** Refuses (400) a token in the address, which logs and histories store (RFC 6750, section 2.3). */
function assertNoneInAddress(url: string): void {
  const { searchParams } = new URL(url, 'http://localhost');
  if (!searchParams.has('access_token')) return;
  throw new HttpRefusal(
    [400, INVALID_REQUEST],
    'the address contains an `access_token`, where others may read it; send `Authorization: Bearer TOKEN`',
    { 'www-authenticate': `${REALM}, error="invalid_request"` },
  );
}
