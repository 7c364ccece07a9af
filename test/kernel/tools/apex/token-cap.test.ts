/** @module token-cap.test: the token cap is exact near the limit and fast on hostile text. */
import * as fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';

import { isWithinTokens } from '../../../../kernel/tools/apex/token-cap.ts';

const PROSE = 'The fire door on level two opens into the corridor and closes by itself. '.repeat(
  80,
);

describe('isWithinTokens', () => {
  test('accepts prose at its exact token count, and refuses it one below', async () => {
    const count = encode(PROSE).length;
    expect(await isWithinTokens(PROSE, count)).toBe(true);
    expect(await isWithinTokens(PROSE, count - 1)).toBe(false);
  });

  test('never accepts a text whose whole count exceeds the limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 1200 }),
        fc.nat(600),
        async (text, limit) => {
          const whole = encode(text.toWellFormed(), { disallowedSpecial: new Set() }).length;
          expect(whole > limit && (await isWithinTokens(text, limit))).toBe(false);
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each([
    ['', 0, true],
    ['a', 0, false],
    ['a', 1, true],
    ['<|endoftext|>', 20, true],
    ['é', 1, true],
  ])('%j within %i tokens: %s', async (text, limit, fits) => {
    expect(await isWithinTokens(text, limit)).toBe(fits);
  });

  test.each([
    ['letters', 'a'.repeat(3_000_000)],
    ['spaces', ' '.repeat(3_000_000)],
    ['signs', '='.repeat(3_000_000)],
    ['pairs', '😀'.repeat(1_000_000)],
    ['marks', `e${'\u0301'.repeat(1_000_000)}`],
    ['lines', '\n'.repeat(3_000_000)],
  ])(
    'refuses a hostile text of %s in time',
    async (_, text) => {
      expect(await isWithinTokens(text, 800)).toBe(false);
    },
    10_000,
  );
});
