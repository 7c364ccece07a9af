/** @module deflate: compression (RFC 1951, RFC 1950) that gives the same bytes on every machine. */
import { Deflate, deflateSync, Zlib, zlibSync } from 'fflate';

import type { Steps } from '../findings/steps.ts';

/** How hard is looked for repetitions: in pictures, whose rows repeat almost whole, and in everything else. */
const EFFORT = { picture: 4, other: 6 } as const;

/** What is compressed. */
type Compressed = keyof typeof EFFORT;

/** Bits of the size of a table of places: of a small part a small one. */
const TABLE_BITS = { least: 12, most: 18 } as const;

/** As a ZIP archive holds it. */
export function deflated(bytes: Uint8Array, what: Compressed = 'other'): Uint8Array {
  return deflateSync(bytes, optionsFor(bytes, what));
}

/** With the head and the check of zlib, as PNG and PDF hold it. */
export function zlibbed(bytes: Uint8Array, what: Compressed = 'other'): Uint8Array {
  return zlibSync(bytes, optionsFor(bytes, what));
}

/** What is longer is compressed in parts of this length, bytes: what the library keeps between them makes other bytes. */
const WHOLE_MOST = 2 ** 22;
const PART = 2 ** 18;

/** As `deflated` or `zlibbed`, with stops; what is longer than 4 MiB is as small, and has other bytes than they give. */
export function* compressedInSteps(
  bytes: Uint8Array,
  head: 'none' | 'zlib',
  what: Compressed = 'other',
): Steps<Uint8Array> {
  if (bytes.length <= WHOLE_MOST) {
    return head === 'zlib' ? zlibbed(bytes, what) : deflated(bytes, what);
  }
  const parts: Uint8Array[] = [];
  const put = (part: Uint8Array): void => {
    parts.push(part);
  };
  const options = optionsFor(bytes, what);
  const stream = head === 'zlib' ? new Zlib(options, put) : new Deflate(options, put);
  for (let from = 0; from < bytes.length; from += PART) {
    yield { done: from, total: bytes.length, doing: 'compressing' };
    stream.push(bytes.subarray(from, from + PART), from + PART >= bytes.length);
  }
  return Buffer.concat(parts);
}

/** The size of the table is told: of itself the library takes a logarithm, which machines round as they like. */
function optionsFor(
  { length }: Uint8Array,
  what: Compressed,
): { readonly level: 4 | 6; readonly mem: Memory } {
  const bits = Math.min(TABLE_BITS.most, Math.max(TABLE_BITS.least, 32 - Math.clz32(length)));
  return { level: EFFORT[what], mem: MEMORY[bits - TABLE_BITS.least] ?? 6 };
}

/** As the library counts it, from `TABLE_BITS.least`. */
const MEMORY = [0, 1, 2, 3, 4, 5, 6] as const;
type Memory = (typeof MEMORY)[number];
