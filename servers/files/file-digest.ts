/** @module file-digest: the SHA-256 digest of a whole file. */
import { createHash } from 'node:crypto';

import { checkpoint } from '../../kernel/base/work/checkpoint.ts';

/** Bytes hashed between two checkpoints. */
const HASHED_AT_ONCE = 4_194_304;

/** SHA-256 of a file, in hexadecimal digits. */
export function fileDigest(bytes: Uint8Array): string {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += HASHED_AT_ONCE) {
    hash.update(bytes.subarray(at, at + HASHED_AT_ONCE));
    checkpoint({ done: at, total: bytes.length, doing: 'hashing the file' });
  }
  return hash.digest('hex');
}
