/** @module access-token: verifies access tokens: valid JWTs (RFC 9068) of the configured issuer for this resource. */
import { createHash } from 'node:crypto';

import { errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose';

import type { Grant } from '../../../governance/access/bearer.ts';
import type { OAuthFile } from '../../../schemas/oauth.ts';
import { type Action, ACTIONS } from '../../../schemas/permissions.ts';

/** A token that grants nothing. INVARIANT: `because` contains no part of it. */
export type NoGrant = { readonly because: string };

/** Inputs of the verification. */
export type TokenChecks = {
  readonly file: OAuthFile;
  readonly findKey: JWTVerifyGetKey;
  readonly now: () => Date;
};

/**
 * The grant of a token at a resource, which may have several names. Rejects KeysUnavailable.
 */
export async function grantOf(
  token: string,
  resources: readonly string[],
  { file, findKey, now }: TokenChecks,
): Promise<Grant | NoGrant> {
  const { issuer, typ, algorithms } = file;
  try {
    const { payload } = await jwtVerify(token, findKey, {
      issuer,
      audience: [...resources],
      typ,
      algorithms: [...algorithms],
      requiredClaims: typ === 'at+jwt' ? ['exp', 'iat', 'sub', 'client_id'] : ['exp', 'sub'],
      currentDate: now(),
    });
    return granted(payload, file, now);
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    return { because: reasonOf(error, file) };
  }
}

function granted(payload: JWTPayload, file: OAuthFile, now: () => Date): Grant | NoGrant {
  const time = timeFault(payload, now());
  if (time !== null) return { because: `the access token ${time}` };
  // RFC 7800: such a token requires a proof of possession of a key, which a bearer token does not have.
  if (payload['cnf'] !== undefined) return { because: 'the access token is bound to a key' };
  const { exp = 0, sub } = payload;
  const client = payload['client_id'] ?? payload['azp'];
  const name = nameOf(payload, file.subjects);
  const whose = JSON.stringify([file.issuer, sub, client, name]);
  return {
    name,
    within: file.scopes === undefined ? null : withinOf(payload, file.scopes),
    owner: createHash('sha256').update(`plumbline-oauth\n${whose}`).digest('hex'),
    hasExpired: () => now().getTime() >= exp * 1000,
  };
}

/** Accepted clock difference (s) between this machine and the authorization server. */
const SKEW_S = 60;
/** Maximum lifetime of a token, s: 30 days, the longest that authorization servers issue. */
const MAX_LIFETIME_S = 30 * 24 * 3600;

/**
 * The fault of the times of a token, null without one. Its signature, `exp` and `nbf` were already verified, without
 * tolerance.
 */
function timeFault({ exp, iat, nbf }: JWTPayload, now: Date): string | null {
  const now_s = now.getTime() / 1000;
  for (const [claim, value] of Object.entries({ exp, iat, nbf })) {
    if (value === undefined) continue;
    if (!Number.isSafeInteger(value) || value < 0) {
      return `has an \`${claim}\` that is not a whole number of seconds since 1970`;
    }
  }
  if (exp === undefined) return 'has no `exp`';
  if (iat !== undefined && iat > now_s + SKEW_S) return 'was issued in the future';
  const from = Math.min(iat ?? now_s, now_s);
  if (exp <= (iat ?? 0) || exp <= (nbf ?? 0)) {
    return 'has an `exp` that is not after its `iat` and `nbf`';
  }
  return exp - from > MAX_LIFETIME_S
    ? `is valid for longer than ${MAX_LIFETIME_S / 86_400} days`
    : null;
}

/** The only name whose claims are all in the token; null for none or several. */
function nameOf(payload: JWTPayload, subjects: OAuthFile['subjects']): string | null {
  const names = new Set(
    subjects
      .filter(({ claims }) =>
        Object.entries(claims).every(
          ([claim, value]) => Object.hasOwn(payload, claim) && payload[claim] === value,
        ),
      )
      .map(({ name }) => name),
  );
  const [first = null] = names;
  return names.size === 1 ? first : null;
}

function withinOf(
  { scope }: JWTPayload,
  scopes: NonNullable<OAuthFile['scopes']>,
): readonly Action[] {
  const given = typeof scope === 'string' ? scope.split(' ') : [];
  const may = new Set(
    given.flatMap((name) => (Object.hasOwn(scopes, name) ? (scopes[name] ?? []) : [])),
  );
  return ACTIONS.filter((action) => may.has(action));
}

function reasonOf(error: errors.JOSEError, { typ, algorithms }: OAuthFile): string {
  if (error instanceof errors.JWTExpired) return 'the access token has expired';
  if (error instanceof errors.JWTClaimValidationFailed) return claimReason(error, typ);
  if (error instanceof errors.JOSEAlgNotAllowed) {
    return `the access token is not signed with one of ${algorithms.join(', ')}`;
  }
  if (error instanceof errors.JWKSNoMatchingKey) {
    return 'the access token is signed with a key that the authorization server does not publish';
  }
  return 'the bearer token is neither a token of this workspace nor an access token with a valid signature';
}

function claimReason({ claim, reason }: errors.JWTClaimValidationFailed, typ: string): string {
  if (reason === 'missing') return `the access token has no \`${claim}\``;
  switch (claim) {
    case 'aud':
      return 'the access token is for another resource';
    case 'iss':
      return 'the access token is from another issuer';
    case 'nbf':
      return reason === 'invalid'
        ? 'the access token has an `nbf` that is not a whole number of seconds since 1970'
        : 'the access token is not valid yet';
    case 'typ':
      return `the bearer token is not an access token: its type is not \`${typ}\``;
    case 'exp':
    case 'iat':
      return `the access token has an \`${claim}\` that is not a whole number of seconds since 1970`;
    default:
      return `the access token has an invalid \`${claim}\``;
  }
}
