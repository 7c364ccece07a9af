/** @module vector tests: points, boxes and predicates at their exact limits. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  boxContains,
  boxIntersects,
  boxUnion,
  determinantSign,
  directionOf,
  fitsWithin,
  micrometres,
  onGrid,
  orientation,
  segmentLengthMm,
} from '../../../../kernel/building/geometry/vector.ts';

test.each([
  [0, 0],
  [-0, 0],
  [0.0004, 0],
  [0.0005, 1],
  [-0.0005, -1],
  [-0.0004, 0],
  [1234.5678, 1234568],
  [-1234.5678, -1234568],
])('%f mm are %i micrometres', (mm, um) => {
  expect(Object.is(micrometres(mm), um)).toBe(true);
});

test('rounding to the grid never gives -0 and is idempotent', () => {
  expect(Object.is(onGrid(-0.0001), 0)).toBe(true);
  fc.assert(
    fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (mm) => {
      expect(onGrid(onGrid(mm))).toBe(onGrid(mm));
      expect(Math.abs(onGrid(mm) - mm)).toBeLessThanOrEqual(0.0005 + 1e-9);
    }),
  );
});

test('determinants are exact where doubles are not', () => {
  const big = 2 ** 52 + 1;
  // (2^52+1)^2 - (2^52)(2^52+2) is 1, but 0 in double precision.
  expect(determinantSign(big, 2 ** 52, big + 1, big)).toBe(1);
  expect(determinantSign(big, big + 1, 2 ** 52, big)).toBe(1);
  expect(determinantSign(big, big, big, big)).toBe(0);
  const integer = fc.integer({ min: -(2 ** 50), max: 2 ** 50 });
  fc.assert(
    fc.property(integer, integer, integer, integer, (a, b, c, d) => {
      const exact = BigInt(a) * BigInt(d) - BigInt(b) * BigInt(c);
      expect(determinantSign(a, b, c, d)).toBe(exact > 0n ? 1 : exact < 0n ? -1 : 0);
    }),
  );
});

test('determinants of nearly equal products are exact', () => {
  const near = fc.integer({ min: -3, max: 3 });
  const big = fc.integer({ min: 2 ** 49, max: 2 ** 50 });
  fc.assert(
    fc.property(big, big, near, near, (a, d, i, j) => {
      const [b, c] = [a + i, d - j];
      const exact = BigInt(a) * BigInt(d) - BigInt(b) * BigInt(c);
      expect(determinantSign(a, b, c, d)).toBe(exact > 0n ? 1 : exact < 0n ? -1 : 0);
    }),
    { numRuns: 2000 },
  );
});

test('orientation changes sign when two points swap', () => {
  const point = fc.record({
    x: fc.integer({ min: -1e9, max: 1e9 }),
    y: fc.integer({ min: -1e9, max: 1e9 }),
  });
  fc.assert(
    fc.property(point, point, point, (a, b, c) => {
      expect(orientation(a, b, c) + orientation(b, a, c)).toBe(0);
    }),
  );
});

test.each([
  [5000, { x: 5000, y: 0 }, true],
  [5000.001, { x: 5000, y: 0 }, false],
  [5000, { x: 3000, y: 4000 }, true],
  [5000.001, { x: 3000, y: 4000 }, false],
  [1414.213, { x: 1000, y: 1000 }, true],
  [1414.214, { x: 1000, y: 1000 }, false],
  [0, { x: 0, y: 0 }, true],
  [0.001, { x: 0, y: 0 }, false],
  [9_000_000.001, { x: 9_000_000, y: 0 }, false],
])('an opening that ends at %f mm on a wall to %o fits: %s', (reach, end, fits) => {
  expect(fitsWithin(reach, { x: 0, y: 0 }, end)).toBe(fits);
});

test('boxes intersect, contain and unite; touching boxes intersect', () => {
  const unit = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } };
  const beside = { min: { x: 1, y: 0, z: 0 }, max: { x: 2, y: 1, z: 1 } };
  const apart = { min: { x: 0, y: 0, z: 1.001 }, max: { x: 1, y: 1, z: 2.001 } };
  expect(boxIntersects(unit, beside)).toBe(true);
  expect(boxIntersects(unit, apart)).toBe(false);
  expect(boxContains(boxUnion(unit, apart), apart)).toBe(true);
  expect(boxContains(unit, apart)).toBe(false);
  expect(boxUnion(unit, beside).max).toEqual({ x: 2, y: 1, z: 1 });
});

test('directionOf is exact for quarter turns', () => {
  expect([0, 90, 180, 270, 360, -90].map((angle) => directionOf(angle))).toEqual([
    { x: 1, y: 0 },
    { x: 0, y: 1 },
    { x: -1, y: 0 },
    { x: 0, y: -1 },
    { x: 1, y: 0 },
    { x: 0, y: -1 },
  ]);
  expect(segmentLengthMm({ x: 0, y: 0 }, directionOf(33.3))).toBeCloseTo(1, 15);
});
