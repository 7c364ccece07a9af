/** @module tests of exact decimals: laws against whole numbers, and rounding at its limits. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  decimalIn,
  dividedByTen,
  isPrintable,
  plus,
  roundedNumber,
  textOf,
  times,
} from '../../../../kernel/documents/estimates/decimal.ts';

const decimals = fc.record({
  digits: fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }),
  scale: fc.nat(9),
});

test('sums and products have the digits of whole numbers', () => {
  fc.assert(
    fc.property(decimals, decimals, (a, b) => {
      const at = ({ digits, scale }: typeof a): bigint => digits * 10n ** BigInt(9 - scale);
      const sum = plus(a, b);
      const product = times(a, b);
      expect(sum.digits * 10n ** BigInt(9 - sum.scale)).toBe(at(a) + at(b));
      expect(product.digits * 10n ** BigInt(18 - product.scale)).toBe(at(a) * at(b));
    }),
  );
});

test('a printed number is read as the same number', () => {
  fc.assert(
    fc.property(decimals, (a) => {
      const text = textOf(a);
      const again = decimalIn(text, '.');
      const isLong = (/^-?\d+/u.exec(text)?.[0] ?? '').replace('-', '').length > 12;
      expect(again === null ? null : textOf(again)).toBe(isLong ? null : text);
    }),
  );
});

test.each([
  ['0.005', 2, 0.01],
  ['0.0049', 2, 0],
  ['-0.005', 2, -0.01],
  ['-0.0049', 2, 0],
  ['2.675', 2, 2.68],
  ['3', 2, 3],
  ['123456789012.345', 2, 123456789012.35],
])('%s is rounded to %i decimals', (text, digits, expected) => {
  const number = decimalIn(text, '.');
  if (number === null) throw new Error(text);
  expect(roundedNumber(number, digits)).toBe(expected);
});

test('a number of more than 15 digits is not printable', () => {
  expect(isPrintable({ digits: 10n ** 13n - 1n, scale: 0 }, 2)).toBe(true);
  expect(isPrintable({ digits: 10n ** 13n, scale: 0 }, 2)).toBe(false);
  expect(isPrintable({ digits: -(10n ** 13n), scale: 0 }, 2)).toBe(false);
});

test('a division by a power of ten moves the point', () => {
  expect(textOf(dividedByTen({ digits: 12_500n, scale: 1 }, 3))).toBe('1.25');
  expect(textOf({ digits: -5n, scale: 2 })).toBe('-0.05');
});

test.each(['', '+1', '.5', '1.', '01', '1,5', '1 000', '１', '1.0000000000', '1e5', '-', 'NaN'])(
  '%j is no number',
  (text) => {
    expect(decimalIn(text, '.')).toBeNull();
  },
);
