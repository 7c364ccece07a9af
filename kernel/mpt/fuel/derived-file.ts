/** @module derived-file: files that can be derived again, kept by the hash of what they come from and checked on reading. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MAGIC = new TextEncoder().encode('plumbli1');
const DIGEST_BYTES = 32;
const HEADER_BYTES = MAGIC.length + DIGEST_BYTES;

/** SHA-256 as lower-case hex over the parts, each with its length before it, so that no two lists collide. */
export function keyOf(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    const bytes = typeof part === 'string' ? new TextEncoder().encode(part) : part;
    hash.update(`${bytes.length}:`);
    hash.update(bytes);
  }
  return hash.digest('hex');
}

/** Where the file of this name and key lies. */
export function derivedPath(directory: string, name: string, key: string): string {
  return join(directory, `${name}-${key.slice(0, 32)}.bin`);
}

/**
 * The content of a derived file, or `undefined` if it is absent, cut short or changed since it was written
 * (its SHA-256 stands in the header). `sha256` is that of the content.
 */
export function readDerived(
  path: string,
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly sha256: string } | undefined {
  const file = readIfThere(path);
  if (file === undefined || file.length < HEADER_BYTES) return undefined;
  const stated = Buffer.from(file.subarray(MAGIC.length, HEADER_BYTES)).toString('hex');
  const bytes = file.subarray(HEADER_BYTES);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const whole = MAGIC.every((byte, index) => file[index] === byte) && stated === sha256;
  return whole ? { bytes, sha256 } : undefined;
}

/**
 * Writes a derived file so that a reader sees the old one, the new one or none, never a part: a file beside it is
 * renamed over it. `unique` keeps two writers apart.
 */
export function writeDerived(path: string, bytes: Uint8Array, unique: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  const beside = `${path}.${unique}.new`;
  const digest = createHash('sha256').update(bytes).digest();
  try {
    writeFileSync(beside, Buffer.concat([MAGIC, digest, bytes]));
    renameSync(beside, path);
  } finally {
    rmSync(beside, { force: true });
  }
}

function readIfThere(path: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const file = readFileSync(path);
    return new Uint8Array(file.buffer, file.byteOffset, file.length);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
