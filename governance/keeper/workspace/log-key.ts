/** @module log-key: the key that signs checkpoints, by the name that its checkpoints carry. */
import type { TrustedKey } from '../../../kernel/canonical/checkpoint.ts';
import { sha256Hex } from '../../../kernel/canonical/hash.ts';

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
