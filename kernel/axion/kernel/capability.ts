/** @module capability: tokens bound to one proposal, one trace and one scope, checked at every use. */
import { createHash } from 'node:crypto';

import { axionText, hashJson } from '../hashing.ts';
import type { CapabilityScope, CapabilityToken } from '../proposal.ts';

/** The kernel's record of a token. */
export type IssuedToken = {
  readonly token: CapabilityToken;
  /** Start of the current rate window and the calls in it. */
  readonly window_start_ms: number;
  readonly calls: number;
};

/** The issued tokens by id; expired tokens are removed. */
export type TokenRegistry = Readonly<Record<string, IssuedToken>>;

export type TokenGrant = {
  readonly token_id: string;
  readonly revocation_id: string;
  readonly capability: string;
  readonly scope: CapabilityScope;
  readonly proposal_hash: string;
  readonly trace_hash: string;
  readonly issued_at_ms: number;
};

/** A signed token; `expires_at_ms` = issue + the scope's `expiry_ms`. */
export function issueToken(secret: Uint8Array, grant: TokenGrant): CapabilityToken {
  const unsigned = {
    token_id: grant.token_id,
    capability: grant.capability,
    scope: grant.scope,
    binding: {
      proposal_hash: grant.proposal_hash,
      trace_hash: grant.trace_hash,
      scope_hash: hashJson(grant.scope),
    },
    issued_at_ms: grant.issued_at_ms,
    expires_at_ms: grant.issued_at_ms + grant.scope.expiry_ms,
    revocation_id: grant.revocation_id,
  };
  return { ...unsigned, signature: signatureOf(secret, unsigned) };
}

/** SHA-256(secret || canonical JSON of the token without its signature). */
function signatureOf(secret: Uint8Array, unsigned: Omit<CapabilityToken, 'signature'>): string {
  return createHash('sha256').update(secret).update(axionText(unsigned)).digest('hex');
}

/** The registry with new tokens, without those that expired before `now_ms`. */
export function remember(
  registry: TokenRegistry,
  tokens: readonly CapabilityToken[],
  now_ms: number,
): TokenRegistry {
  const next: Record<string, IssuedToken> = {};
  for (const [id, issued] of Object.entries(registry)) {
    if (issued.token.expires_at_ms > now_ms) next[id] = issued;
  }
  for (const token of tokens) {
    next[token.token_id] = { token, window_start_ms: now_ms, calls: 0 };
  }
  return next;
}

/** One use of a token: the token as presented, the operation, and the proposal that is executed. */
export type TokenUse = {
  readonly token: CapabilityToken;
  readonly op: string;
  /** Hashes of the proposal under execution; undefined when no proposal is executed. */
  readonly proposal_hash: string | undefined;
  readonly trace_hash: string | undefined;
  readonly now_ms: number;
};

export type TokenRefusal =
  | 'unknown_token'
  | 'bad_signature'
  | 'expired'
  | 'proposal_mismatch'
  | 'trace_mismatch'
  | 'scope_mismatch'
  | 'op_not_allowed'
  | 'capability_mismatch'
  | 'rate_exceeded';

export type TokenVerdict =
  | { readonly ok: true; readonly registry: TokenRegistry }
  | { readonly ok: false; readonly refusal: TokenRefusal };

/**
 * Checks a token at its use and counts the call. This is invariant I4: nothing acts on the environment without it.
 *
 * A token is valid while `now_ms < expires_at_ms`. The rate limit counts calls in fixed windows: a use more than
 * `per_ms` after the start of the window starts a new one.
 */
export function spendToken(
  registry: TokenRegistry,
  secret: Uint8Array,
  use: TokenUse,
): TokenVerdict {
  const { token, now_ms } = use;
  const issued = issuedToken(registry, token.token_id);
  const refusal = refusalOf(issued, secret, use);
  if (refusal !== undefined || issued === undefined) {
    return { ok: false, refusal: refusal ?? 'unknown_token' };
  }
  const { max_calls, per_ms } = issued.token.scope.rate_limit;
  const fresh = now_ms - issued.window_start_ms > per_ms;
  const calls = fresh ? 0 : issued.calls;
  if (calls >= max_calls) return { ok: false, refusal: 'rate_exceeded' };
  const spent = {
    ...issued,
    window_start_ms: fresh ? now_ms : issued.window_start_ms,
    calls: calls + 1,
  };
  return { ok: true, registry: { ...registry, [token.token_id]: spent } };
}

/** The record of a token; names of Object.prototype are not token ids. */
export function issuedToken(registry: TokenRegistry, token_id: string): IssuedToken | undefined {
  return Object.hasOwn(registry, token_id) ? registry[token_id] : undefined;
}

function refusalOf(
  issued: IssuedToken | undefined,
  secret: Uint8Array,
  use: TokenUse,
): TokenRefusal | undefined {
  if (issued === undefined) return 'unknown_token';
  const { signature, ...unsigned } = use.token;
  // An agent can compute the secret from the seed of the suite and sign a token; the second comparison refuses that
  // token.
  const signed = signature === signatureOf(secret, unsigned);
  if (!signed || signature !== issued.token.signature) return 'bad_signature';
  // INVARIANT: from here on the presented token equals the issued one, byte for byte.
  const { binding, scope, capability, expires_at_ms } = use.token;
  if (use.now_ms >= expires_at_ms) return 'expired';
  if (binding.proposal_hash !== use.proposal_hash) return 'proposal_mismatch';
  if (binding.trace_hash !== use.trace_hash) return 'trace_mismatch';
  if (binding.scope_hash !== hashJson(scope)) return 'scope_mismatch';
  if (!scope.allowed_ops.includes(use.op)) return 'op_not_allowed';
  if (capability !== use.op) return 'capability_mismatch';
  return undefined;
}
