/** @module derived-file: cached files that are named by the hash of their sources and verified when read. */
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** First bytes of each derived file. */
export const MAGIC = new TextEncoder().encode('plumbli1');
/** Mode bits: the group or others may write. */
const OTHERS_WRITE = 0o022;
/** Bytes of a SHA-256 digest. */
const DIGEST_BYTES = 32;
const HEADER_BYTES = MAGIC.length + DIGEST_BYTES;

/** SHA-256 (lower-case hex) of a list of parts, each prefixed with its length, so that different lists differ. */
export function keyOf(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    const bytes = typeof part === 'string' ? new TextEncoder().encode(part) : part;
    hash.update(`${bytes.length}:`);
    hash.update(bytes);
  }
  return hash.digest('hex');
}

/** The path of a derived file. */
export function derivedPath(directory: string, name: string, key: string): string {
  return join(directory, `${name}-${key.slice(0, 32)}.bin`);
}

/**
 * Reads a derived file; `undefined` if it is missing, truncated or changed since it was written (its header contains
 * the SHA-256 of the content, which is returned as `sha256`). With `owned`, a link and a file that another user owns or
 * may write also count as missing.
 */
export function readDerived(
  path: string,
  owned = false,
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly sha256: string } | undefined {
  const file = readIfThere(path, owned);
  if (file === undefined || file.length < HEADER_BYTES) return undefined;
  const stated = Buffer.from(file.subarray(MAGIC.length, HEADER_BYTES)).toString('hex');
  const bytes = file.subarray(HEADER_BYTES);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const whole = MAGIC.every((byte, index) => file[index] === byte) && stated === sha256;
  return whole ? { bytes, sha256 } : undefined;
}

function readIfThere(path: string, owned: boolean): Uint8Array<ArrayBuffer> | undefined {
  let fd: number;
  try {
    // O_NOFOLLOW does not exist on Windows
    fd = openSync(path, constants.O_RDONLY | (owned ? (constants.O_NOFOLLOW ?? 0) : 0));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || (owned && code === 'ELOOP')) return undefined;
    throw error;
  }
  try {
    if (owned && !isOwn(fd)) return undefined;
    const file = readFileSync(fd);
    return new Uint8Array(file.buffer, file.byteOffset, file.length);
  } finally {
    closeSync(fd);
  }
}

/** Whether only this user can have written an open file; always true on systems without file owners. */
function isOwn(fd: number): boolean {
  const own = process.getuid?.();
  if (own === undefined) return true;
  const { uid, mode } = fstatSync(fd);
  return uid === own && (mode & OTHERS_WRITE) === 0;
}
