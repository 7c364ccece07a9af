/** @module hashing: digests of canonical JSON in the profile `axion-v1`, and commitments. */
import { createHash, hash, timingSafeEqual } from 'node:crypto';

import { compareText } from '../base/canonical/deep-equal.ts';
import { isDigest, sha256Hex } from '../base/canonical/hash.ts';
import { canonicalJson } from '../base/canonical/json.ts';
import { axionNumber } from '../base/canonical/number-form.ts';
import type { ToyEnv } from './env/toy-env.ts';

/** The placeholder for an unknown hash. */
export const UNKNOWN_HASH = '0'.repeat(64);

/** The canonical JSON of a value. @throws {CanonicalJsonError} for a value without a canonical form, such as NaN */
export function axionText(value: unknown): string {
  return canonicalJson(value, 'axion-v1');
}

/** Cached texts of states, which are immutable. */
const envTexts = new WeakMap<ToyEnv, string>();

/** The canonical JSON of a state, computed once per state object. */
export function envText(env: ToyEnv): string {
  const known = envTexts.get(env);
  if (known !== undefined) return known;
  const text = axionText(env);
  envTexts.set(env, text);
  return text;
}

/** The digest of a state, as used in counterfactuals. */
export function envDigest(env: ToyEnv): string {
  return sha256Hex(envText(env));
}

/**
 * `hash_json`: SHA-256 of the canonical JSON, 64 lower-case hex digits.
 *
 * @throws {CanonicalJsonError} for a value without a canonical form
 */
export function hashJson(value: unknown): string {
  return sha256Hex(axionText(value));
}

/**
 * A number rounded to its canonical JSON form: at most 8 decimals, no sign on zero. Committed values are checked in
 * this form; otherwise a commitment could later be opened to another value.
 */
export function asHashed(value: number): number {
  return Number.isInteger(value) ? value + 0 : Number(axionNumber(value));
}

/** Canonical texts of the members of an object, so that each is computed once and used in many hashes. */
export type MemberTexts = Readonly<Record<string, string>>;

/**
 * The canonical JSON of an object from the canonical texts of its members.
 *
 * @param members keys of plain ASCII letters, digits and `_`
 * @param without a key to omit
 */
export function joinMembers(members: MemberTexts, without?: string): string {
  const parts = Object.keys(members)
    .filter((key) => key !== without)
    .toSorted(compareText)
    .map((key) => `"${key}":${members[key] ?? ''}`);
  return `{${parts.join(',')}}`;
}

/** The canonical texts of an object's members; omits `undefined` members. */
export function memberTexts(value: Readonly<Record<string, unknown>>): MemberTexts {
  const texts: Record<string, string> = {};
  for (const key of Object.keys(value)) {
    if (value[key] !== undefined) texts[key] = axionText(value[key]);
  }
  return texts;
}

/**
 * HMAC-SHA-256 under the nonce over digest || 0x00 || SHA-256(canonical JSON of aux), as hex.
 *
 * @param nonce 32 bytes as 64 hex digits; the agent keeps it until the kernel asks for it
 * @param digest 64 lower-case hex digits
 */
export function commit(nonce: string, digest: string, aux: unknown): string {
  const message = Buffer.concat([
    Buffer.from(digest, 'hex'),
    Buffer.of(0),
    hash('sha256', axionText(aux), 'buffer'),
  ]);
  return hmacSha256(Buffer.from(nonce, 'hex'), message);
}

/** Block size of SHA-256 in bytes (RFC 2104, section 2). */
const BLOCK = 64;

/** HMAC (RFC 2104) for keys of at most one block; several times faster than `createHmac`, which makes a key object. */
function hmacSha256(key: Uint8Array, message: Uint8Array): string {
  const padded = (fill: number): Buffer => {
    const block = Buffer.alloc(BLOCK, fill);
    for (const [i, byte] of key.entries()) block[i] = byte ^ fill;
    return block;
  };
  const inner = hash('sha256', Buffer.concat([padded(0x36), message]), 'buffer');
  return hash('sha256', Buffer.concat([padded(0x5c), inner]), 'hex');
}

/** Whether the nonce opens the commitment; compares in constant time and never throws. */
export function opens(
  commitment: string,
  nonce: string | undefined,
  digest: string,
  aux: unknown,
): boolean {
  if (nonce === undefined || !isDigest(nonce) || !isDigest(digest) || !isDigest(commitment)) {
    return false;
  }
  return timingSafeEqual(
    Buffer.from(commit(nonce, digest, aux), 'hex'),
    Buffer.from(commitment, 'hex'),
  );
}

/**
 * The key that signs the tokens of a suite: SHA-256("toy_pseudo_axion_mci" || seed as 8 bytes, big
 * endian, signed). It can be computed from the seed: the experiment is a toy and must be reproducible.
 *
 * @param seed a safe integer
 */
export function kernelSecret(seed: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(seed));
  return createHash('sha256').update('toy_pseudo_axion_mci').update(bytes).digest();
}
