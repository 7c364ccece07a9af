/** @module deflate: compression (RFC 1951, RFC 1950) that gives the same bytes on every machine. */
import { Deflate, deflateSync, Zlib, zlibSync } from 'fflate';

import { checkpoint } from '../work/checkpoint.ts';

/** Compression level: for pictures, whose rows repeat almost completely, and for everything else. */
const EFFORT = { picture: 4, other: 6 } as const;

/** Kind of the data to be compressed. */
type Compressed = keyof typeof EFFORT;

/** Limits of the size of the hash table, as powers of two: the table is smaller for small data. */
const TABLE_BITS = { least: 12, most: 18 } as const;

/** Raw deflate data, as in ZIP archives. */
export function deflated(bytes: Uint8Array, kind: Compressed = 'other'): Uint8Array {
  return deflateSync(bytes, optionsFor(bytes, kind));
}

/** Deflate data with zlib header and checksum, as in PNG and PDF. */
export function zlibbed(bytes: Uint8Array, kind: Compressed = 'other'): Uint8Array {
  return zlibSync(bytes, optionsFor(bytes, kind));
}

/** Maximum length of data that is compressed at once, bytes. */
const WHOLE_MAX = 2 ** 22;
/** Length of the parts in which longer data is compressed, bytes. The output differs from compression at once. */
const PART = 2 ** 18;

/**
 * Compressed data, raw (`none`) or with zlib header and checksum. Up to 4 MiB it equals `deflated` or `zlibbed`; longer
 * data is compressed in parts with checkpoints between them, which gives other bytes.
 */
export function compressed(
  bytes: Uint8Array,
  head: 'none' | 'zlib',
  kind: Compressed = 'other',
): Uint8Array {
  if (bytes.length <= WHOLE_MAX) {
    return head === 'zlib' ? zlibbed(bytes, kind) : deflated(bytes, kind);
  }
  const parts: Uint8Array[] = [];
  const put = (part: Uint8Array): void => {
    parts.push(part);
  };
  const options = optionsFor(bytes, kind);
  const stream = head === 'zlib' ? new Zlib(options, put) : new Deflate(options, put);
  for (let from = 0; from < bytes.length; from += PART) {
    checkpoint({ done: from, total: bytes.length, doing: 'compressing' });
    stream.push(bytes.subarray(from, from + PART), from + PART >= bytes.length);
  }
  return Buffer.concat(parts);
}

/**
 * Options with an explicit hash table size: the library's default uses a logarithm, which machines round differently.
 */
function optionsFor(
  { length }: Uint8Array,
  kind: Compressed,
): { readonly level: 4 | 6; readonly mem: Memory } {
  const bits = Math.min(TABLE_BITS.most, Math.max(TABLE_BITS.least, 32 - Math.clz32(length)));
  return { level: EFFORT[kind], mem: MEMORY[bits - TABLE_BITS.least] ?? 6 };
}

/** Values of the library's `mem` option for table sizes from `TABLE_BITS.least` bits. */
const MEMORY = [0, 1, 2, 3, 4, 5, 6] as const;
type Memory = (typeof MEMORY)[number];
