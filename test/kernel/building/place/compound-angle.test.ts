/** @module tests of angles as degrees, minutes, seconds and millionths of a second. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  compoundAngle,
  compoundFault,
  degreesOf,
} from '../../../../kernel/building/place/compound-angle.ts';

test.each([
  [52.658_007_833, [52, 39, 28, 828_199]],
  [-73.197_718_747, [-73, -11, -51, -787_489]],
  [-0.5, [0, -30, 0, 0]],
  [0, [0, 0, 0, 0]],
  // Rounding carries up to the degree.
  [11.999_999_999_99, [12, 0, 0, 0]],
])('%d degrees', (degrees, parts) => {
  expect(compoundAngle(degrees)).toEqual(parts);
});

test('parts are valid, have the sign of the angle, and give it back within half a millionth', () => {
  fc.assert(
    fc.property(fc.double({ min: -180, max: 180, noNaN: true }), (degrees) => {
      const parts = compoundAngle(degrees);
      expect(compoundFault(parts)).toBeNull();
      expect(Math.abs(degreesOf(parts) - degrees)).toBeLessThanOrEqual(0.500_1 / 3.6e9);
    }),
  );
});

test.each([
  [[52, 39], 'has 2 parts, not 3 or 4'],
  [[52.5, 0, 0], 'has a part that is no integer'],
  [[-52, 39, 28], 'has parts of different signs'],
  [[52, -39, -28], 'has parts of different signs'],
  [[0, 30, -10], 'has parts of different signs'],
  [[52, 60, 0], 'has 60 minutes'],
  [[52, 6, -61, 0].map(Math.abs), 'has 61 seconds'],
  [[52, 6, 1, 1_000_000], 'has 1000000 millionths of a second'],
])('%j is invalid', (parts, fault) => {
  expect(compoundFault(parts)).toBe(fault);
});
