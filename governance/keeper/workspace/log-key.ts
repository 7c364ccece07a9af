/** @module log-key: the name of the key that signs checkpoints. */
import type { TrustedKey } from '../../../kernel/base/canonical/checkpoint.ts';
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import { NOTE_ED25519 } from '../../../kernel/base/canonical/note.ts';
import { formatVerifierKey } from '../../../kernel/base/canonical/verifier-key.ts';

/** Digits of the digest in the name of a key: enough to distinguish logs, not to verify them. */
const NAME_DIGITS = 16;

/** The name of the log whose checkpoints this key signs. `publicKey`: 32 bytes in base64. */
export function logNameOf(publicKey: string): string {
  return `plumbline/${sha256Hex(publicKey).slice(0, NAME_DIGITS)}`;
}

/** The key in the form for verification. */
export function trustedLogKey(publicKey: string): TrustedKey {
  return { name: logNameOf(publicKey), publicKey };
}

/** The key in the form for a witness: name, id and key in one word. */
export function logVerifierKey(publicKey: string): string {
  return formatVerifierKey({ name: logNameOf(publicKey), type: NOTE_ED25519, publicKey });
}
