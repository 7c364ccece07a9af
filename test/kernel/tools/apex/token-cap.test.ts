/** @module token-cap.test: the token cap is exact near the limit and fast on hostile text. */
import * as fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';

import { isWithinTokens } from '../../../kernel/apex/token-cap.ts';

const PROSE = 'The fire door on level two opens into the corridor and closes by itself. '.repeat(
  80,
);

describe('isWithinTokens', () => {
  test('prose: at the count it fits, one below it does not', async () => {
    const count = encode(PROSE).length;
    expect(await isWithinTokens(PROSE, count)).toBe(true);
    expect(await isWithinTokens(PROSE, count - 1)).toBe(false);
  });

  test('never says within when the whole count is over', async () => {
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
  ])('%j in %i tokens', async (text, limit, fits) => {
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
    'hostile %s stop early',
    async (_, text) => {
      expect(await isWithinTokens(text, 800)).toBe(false);
    },
    10_000,
  );
});
