/** @module deflate.test: what is compressed reads back, and its bytes are the same on every machine. */
import { createHash } from 'node:crypto';
import { inflateRawSync, inflateSync } from 'node:zlib';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { compressedInSteps, deflated, zlibbed } from '../../../kernel/archive/deflate.ts';
import type { Steps } from '../../../kernel/findings/steps.ts';

const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 16);

test('bytes read back, as ZIP and as PNG hold them', () => {
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

/** Words and noise: every part of the format is in what comes of it. */
function sample(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, (_, at) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return at % 400 < 300 ? 97 + (at % 17) : state >>> 24;
  });
}

// Who changes one of these changes every file that has been exported.
test.each([
  [0, '9b4fb24edd6d1d88', '4124a9b34347a1f8'],
  [1, '59fced9a2ff83dab', '713ac2c2c11b299a'],
  [5000, '00ded91a41df0b6b', 'f3f024111c3ee304'],
  [300_000, 'a6ff9eaf00c4941a', 'f89dd63f27c9ccd7'],
])('%i bytes are compressed to the same bytes as ever', (length, raw, picture) => {
  const bytes = sample(length);
  expect([sha256(deflated(bytes)), sha256(zlibbed(bytes, 'picture'))]).toEqual([raw, picture]);
});

/** What is given in the end, and how often the work stopped. */
function countedStops(steps: Steps<Uint8Array>): readonly [bytes: Uint8Array, stops: number] {
  for (let stops = 0; ; stops += 1) {
    const step = steps.next();
    if (step.done === true) return [step.value, stops];
  }
}

test('what is long is compressed with stops: it reads back, is as small, and has the same bytes as ever', () => {
  const bytes = sample(2 ** 22 + 1000);
  const [raw, stops] = countedStops(compressedInSteps(bytes, 'none'));
  const [picture] = countedStops(compressedInSteps(bytes, 'zlib', 'picture'));
  expect(stops).toBe(17);
  expect(Buffer.compare(inflateRawSync(raw), bytes)).toBe(0);
  expect(Buffer.compare(inflateSync(picture), bytes)).toBe(0);
  expect(raw.length).toBeLessThan(deflated(bytes).length * 1.01);
  expect([sha256(raw), sha256(picture)]).toEqual(['cd9b13639917853d', 'c84aaa161ad47187']);
  const short = bytes.subarray(0, 300_000);
  const [whole, none] = countedStops(compressedInSteps(short, 'none'));
  expect([none, sha256(whole)]).toEqual([0, sha256(deflated(short))]);
});
