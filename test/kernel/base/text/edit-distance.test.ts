/** @module edit-distance.test: known edit distances, and laws. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { editDistance } from '../../../../kernel/base/text/edit-distance.ts';

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

  test('law: with a limit, the result is the distance, or limit + 1 if the distance is greater', () => {
    fc.assert(
      fc.property(text, text, fc.nat({ max: 9 }), (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(Math.min(editDistance(a, b), limit + 1));
      }),
    );
  });

  test('law: satisfies the triangle inequality', () => {
    fc.assert(
      fc.property(text, text, text, (a, b, c) => {
        expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c));
      }),
    );
  });
});
