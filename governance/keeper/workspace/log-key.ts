/** @module log-key: the key that signs checkpoints, by the name that its checkpoints carry. */
import type { TrustedKey } from '../../../kernel/canonical/checkpoint.ts';
import { sha256Hex } from '../../../kernel/canonical/hash.ts';
import { NOTE_ED25519 } from '../../../kernel/canonical/note.ts';
import { formatVerifierKey } from '../../../kernel/canonical/verifier-key.ts';

/** Digits of the digest that name a key: enough to distinguish logs, not to verify them. */
const NAME_DIGITS = 16;

/** The name of the log whose checkpoints this key signs. `publicKey`: 32 bytes in base64. */
export function logNameOf(publicKey: string): string {
  return `plumbline/${sha256Hex(publicKey).slice(0, NAME_DIGITS)}`;
}

/** The key as verification takes it. */
export function trustedLogKey(publicKey: string): TrustedKey {
  return { name: logNameOf(publicKey), publicKey };
}

/** The key as a witness takes it: name, id and key in one word. */
export function logVerifierKey(publicKey: string): string {
  return formatVerifierKey({ name: logNameOf(publicKey), type: NOTE_ED25519, publicKey });
}
