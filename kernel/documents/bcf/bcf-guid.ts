/** @module bcf guid: GUIDs of topics, comments and viewpoints. They are the same in every export. */
import { sha256Hex } from '../../base/canonical/hash.ts';

/**
 * GUID derived from a key: a UUID of version 8 (RFC 9562) over the SHA-256 of `plumbline bcf guid v1`, a line feed and
 * the key. It never changes, because other programs recognise a topic by it.
 */
export function bcfGuid(key: string): string {
  const hex = sha256Hex(`plumbline bcf guid v1\n${key.toWellFormed()}`);
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) & 3] ?? '8';
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
