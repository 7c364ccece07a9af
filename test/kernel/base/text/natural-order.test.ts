/** @module tests of `compareNatural`. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { compareNatural } from '../../../../kernel/base/text/natural-order.ts';

test('compareNatural compares runs of digits of any length by value', () => {
  const sorted = [
    '',
    '0.1',
    '0.9',
    '0.10',
    '1',
    '9',
    '10',
    `1${'0'.repeat(400)}`,
    'D 1',
    'D 01',
    'D 1a',
    'D 2',
    'D 10',
    'E',
  ];
  expect(
    sorted
      .toReversed()
      .toSorted(compareNatural)
      .map((text) => text.slice(0, 5)),
  ).toEqual([
    '',
    '0.1',
    '0.9',
    '0.10',
    '1',
    '9',
    '10',
    '10000',
    'D 01',
    'D 1',
    'D 1a',
    'D 2',
    'D 10',
    'E',
  ]);
});

test('law: compareNatural is a total order', () => {
  const text = fc.stringMatching(/^[a-c0-9 ]{0,6}$/);
  fc.assert(
    fc.property(text, text, text, (a, b, c) => {
      expect(Math.sign(compareNatural(a, b))).toBe(0 - Math.sign(compareNatural(b, a)));
      expect(compareNatural(a, b) === 0).toBe(a === b);
      const [first = '', second = '', third = ''] = [a, b, c].toSorted(compareNatural);
      const orders = [
        [first, second],
        [second, third],
        [first, third],
      ] as const;
      expect(orders.every(([p, q]) => compareNatural(p, q) <= 0)).toBe(true);
    }),
  );
});
