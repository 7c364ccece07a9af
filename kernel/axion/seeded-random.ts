/** @module seeded-random: random numbers, bytes and ids determined by a seed text, equal on every machine. */
import { createHash } from 'node:crypto';

import { sha256Hex } from '../base/canonical/hash.ts';

export type SeededRandom = {
  /** A uniform integer from `low` to `high` inclusive; the range must be below 2^32. */
  readonly int: (low: number, high: number) => number;
  /** `count` ≤ 32 bytes as lower-case hex. */
  readonly hex: (count: number) => string;
  /** `count` distinct members in drawn order; all of them when there are fewer. */
  readonly sample: <T>(members: readonly T[], count: number) => readonly T[];
};

/** A stream of SHA-256(seed, LF, counter) blocks, read as 32-bit words; rejection sampling avoids bias. */
export function seededRandom(seed: string): SeededRandom {
  let block: Buffer = Buffer.alloc(0);
  let offset = 0;
  let counter = 0;
  const refill = (): void => {
    block = createHash('sha256').update(`${seed}\n${counter}`).digest();
    counter += 1;
    offset = 0;
  };
  const word = (): number => {
    if (offset + 4 > block.length) refill();
    offset += 4;
    return block.readUInt32BE(offset - 4);
  };
  const int = (low: number, high: number): number => {
    const range = high - low + 1;
    const limit = 2 ** 32 - (2 ** 32 % range);
    let drawn = word();
    while (drawn >= limit) drawn = word();
    return low + (drawn % range);
  };
  return {
    int,
    hex(count) {
      refill();
      const text = block.toString('hex', 0, count);
      offset = block.length;
      return text;
    },
    sample(members, count) {
      const rest = [...members];
      const drawn = [];
      while (drawn.length < count && rest.length > 0) {
        drawn.push(...rest.splice(int(0, rest.length - 1), 1));
      }
      return drawn;
    },
  };
}

/** The `index`-th id of a stream as a version 4 UUID; its bits come from SHA-256. */
export function seededUuid(seed: string, index: number): string {
  const hex = sha256Hex(`${seed}\nid\n${index}`);
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4] ?? '8';
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
