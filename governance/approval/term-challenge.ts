/**
 * @module term-challenge: the challenge that limits a signature to one keeper and its present term.
 *
 * A keeper draws a nonce when its term begins and keeps it in memory only. The signer of a statement asks the keeper for
 * the nonce, derives the challenge from it and signs the challenge too. A copy of a workspace, a restored backup and a
 * later term have other nonces, so a statement that was signed for one of them is invalid here.
 */
import { randomBytes } from 'node:crypto';

import { sha256Hex } from '../../kernel/base/canonical/hash.ts';

/** Place of a statement that comes through a hub. On the keeper's machine the place is the address of its socket. */
export const HUB_PLACE = 'hub';

/** `because` in the data of the refusal of a statement with another challenge: the signer must ask for the nonce and sign again. */
export const OTHER_TERM = 'other_term';

/** Bytes of a nonce. */
const NONCE_BYTES = 32;

/** A nonce for a new term: 64 hex digits. */
export function freshTermNonce(): string {
  return randomBytes(NONCE_BYTES).toString('hex');
}

/**
 * The challenge that is signed at a place: 64 hex digits.
 *
 * The signing client takes `place` from its own connection, not from an answer. A false keeper in a copy that relays the
 * nonce of the original therefore gets signatures over another challenge.
 *
 * @param nonce the nonce of the keeper's present term
 * @param place the address of the keeper's socket, or `HUB_PLACE`
 */
export function challengeAt(nonce: string, place: string): string {
  return sha256Hex(`plumbline-term-v1\n${nonce}\n${place}`);
}
