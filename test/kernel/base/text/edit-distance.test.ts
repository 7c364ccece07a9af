/** @module edit-distance.test: edit distances by table and by law. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { editDistance } from '../../../kernel/text/edit-distance.ts';

describe('editDistance', () => {
  test.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['wall', 'wall', 0],
    ['wall', 'walls', 1],
    ['kitten', 'sitting', 3],
    ['flaw', 'lawn', 2],
    ['ab', 'ba', 2],
  ])('of `%s` and `%s` is %i', (a, b, distance) => {
    expect([editDistance(a, b), editDistance(b, a)]).toEqual([distance, distance]);
  });

  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 });

  test('law: a limit changes nothing below it, and what is above it is one more', () => {
    fc.assert(
      fc.property(text, text, fc.nat({ max: 9 }), (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(Math.min(editDistance(a, b), limit + 1));
      }),
    );
  });

  test('law: no way over a third text is shorter', () => {
    fc.assert(
      fc.property(text, text, text, (a, b, c) => {
        expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c));
      }),
    );
  });
});
