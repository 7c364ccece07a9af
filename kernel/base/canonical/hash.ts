/** @module SHA-256 of text, of bytes and of canonical JSON, as lower-case hex. */

import { hash } from 'node:crypto';

import { canonicalJson, type CanonicalProfile } from './json.ts';

/**
 * SHA-256 as 64 lower-case hex digits; text is hashed as its UTF-8 bytes.
 *
 * @throws {RangeError} for text with a lone surrogate, which UTF-8 would replace, so that different
 *   texts would share a digest
 */
export function sha256Hex(text: string | Uint8Array): string {
  if (typeof text === 'string' && !text.isWellFormed()) {
    throw new RangeError('got text with a lone surrogate, want well-formed text');
  }
  return hash('sha256', text, 'hex');
}

/**
 * SHA-256 of the canonical JSON of a value, as 64 lower-case hex digits. The same value has a different digest in each
 * profile; where both profiles are in use, the hashed value should name its profile.
 *
 * @throws {CanonicalJsonError} if the value has no canonical form
 */
export function digestOf(value: unknown, profile: CanonicalProfile = 'jcs'): string {
  return sha256Hex(canonicalJson(value, profile));
}

/** Whether a text is a SHA-256 digest in the form that this folder writes. */
export function isDigest(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}
