/** @module packed-chunk: compression of the chunks of blobs (RFC 1951). Digests cover the content, never its packed form. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';

import { LedgerError } from './ledger.ts';

/**
 * Compression level: STEP files shrink to a fifth. Higher levels gain a twentieth and take twice the time, during which
 * the keeper commits nothing.
 */
const LEVEL = 4;

/** The packed form of the content of a chunk. */
export function packed(content: Uint8Array): Uint8Array {
  return deflateRawSync(content, { level: LEVEL });
}

/** The content of a packed chunk. @throws {LedgerError} CORRUPT unless it has exactly `bytes` bytes */
export function unpacked(chunk: Uint8Array, bytes: number): Uint8Array {
  let content: Uint8Array;
  try {
    content = inflateRawSync(chunk, { maxOutputLength: bytes });
  } catch {
    throw new LedgerError('CORRUPT', `got a chunk that does not unpack to ${bytes} bytes`);
  }
  if (content.length === bytes) return content;
  throw new LedgerError('CORRUPT', `got a chunk of ${content.length} bytes, want ${bytes}`);
}
