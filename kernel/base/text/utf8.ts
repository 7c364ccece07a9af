/** @module utf8: decodes UTF-8 strictly: malformed bytes are refused, never replaced. */
import { isUtf8 } from 'node:buffer';

/** Bytes that are not UTF-8. `offset`: the byte at which the first malformed sequence begins. */
export class NotUtf8 extends Error {
  override readonly name = 'NotUtf8';
  readonly offset: number;

  constructor(offset: number, byte: number) {
    super(`byte ${offset} (0x${byte.toString(16).padStart(2, '0')}) is not UTF-8`);
    this.offset = offset;
  }
}

/** The text of bytes in UTF-8; a byte order mark is kept. @throws {NotUtf8} */
export function utf8Text(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) {
    const offset = malformedAt(bytes);
    throw new NotUtf8(offset, bytes[offset] ?? 0);
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

/** Offset of the first malformed sequence; the length of the bytes if there is none. */
function malformedAt(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
}

/** Length of the well-formed sequence at `at`; 0 if the bytes are malformed (table 3-7 of the Unicode Standard). */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  for (let i = 1; i < length; i += 1) {
    const [low, high] = i === 1 ? secondBetween(first) : [0x80, 0xbf];
    const byte = bytes[at + i] ?? 0;
    if (byte < low || byte > high) return 0;
  }
  return length;
}

/** Limits of the second byte, which exclude overlong forms, surrogates and code points above U+10FFFF. */
function secondBetween(first: number): readonly [low: number, high: number] {
  if (first === 0xe0) return [0xa0, 0xbf];
  if (first === 0xed) return [0x80, 0x9f];
  if (first === 0xf0) return [0x90, 0xbf];
  if (first === 0xf4) return [0x80, 0x8f];
  return [0x80, 0xbf];
}
