/** @module deflate.test: compressed data can be decompressed, and its bytes are the same on every machine. */
import { createHash } from 'node:crypto';
import { inflateRawSync, inflateSync } from 'node:zlib';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { compressed, deflated, zlibbed } from '../../../../kernel/base/archive/deflate.ts';
import { stopsOf } from '../work/stops.ts';

const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 16);

test('law: deflated and zlibbed data decompresses to the original bytes', () => {
  const repeating = fc
    .tuple(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 0, max: 300 }))
    .map(([part, times]) => Buffer.concat(Array.from({ length: times }, () => part)));
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 2000 }), repeating), (bytes) => {
      expect(Buffer.compare(inflateRawSync(deflated(bytes)), bytes)).toBe(0);
      for (const what of ['picture', 'other'] as const) {
        expect(Buffer.compare(inflateSync(zlibbed(bytes, what)), bytes)).toBe(0);
      }
    }),
    { numRuns: 100 },
  );
});

/** Repeated words and noise, so that the output uses every part of the format. */
function sample(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, (_, at) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return at % 400 < 300 ? 97 + (at % 17) : state >>> 24;
  });
}

// A change of these digests means that every exported file has other bytes than before.
test.each([
  [0, '9b4fb24edd6d1d88', '4124a9b34347a1f8'],
  [1, '59fced9a2ff83dab', '713ac2c2c11b299a'],
  [5000, '00ded91a41df0b6b', 'f3f024111c3ee304'],
  [300_000, 'a6ff9eaf00c4941a', 'f89dd63f27c9ccd7'],
])('a sample of %i bytes is compressed to the recorded bytes', (length, raw, picture) => {
  const bytes = sample(length);
  expect([sha256(deflated(bytes)), sha256(zlibbed(bytes, 'picture'))]).toEqual([raw, picture]);
});

/** The result of `work`, and the number of its checkpoints. */
function countedStops(work: () => Uint8Array): readonly [bytes: Uint8Array, stops: number] {
  const { made, stops } = stopsOf(work);
  return [made, stops.length];
}

test('compressed handles long content with checkpoints, similar size and recorded bytes', () => {
  const bytes = sample(2 ** 22 + 1000);
  const [raw, stops] = countedStops(() => compressed(bytes, 'none'));
  const [picture] = countedStops(() => compressed(bytes, 'zlib', 'picture'));
  expect(stops).toBe(17);
  expect(Buffer.compare(inflateRawSync(raw), bytes)).toBe(0);
  expect(Buffer.compare(inflateSync(picture), bytes)).toBe(0);
  expect(raw.length).toBeLessThan(deflated(bytes).length * 1.01);
  expect([sha256(raw), sha256(picture)]).toEqual(['cd9b13639917853d', 'c84aaa161ad47187']);
  const short = bytes.subarray(0, 300_000);
  const [whole, none] = countedStops(() => compressed(short, 'none'));
  expect([none, sha256(whole)]).toEqual([0, sha256(deflated(short))]);
});
