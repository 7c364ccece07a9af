/** @module box-index.test: equal bodies are found at the limits of the tolerances. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { BoxIndex, isSameExtent } from '../../../../../kernel/documents/ifc/revise/box-index.ts';
import type { Extent } from '../../../../../kernel/documents/ifc/revise/extents.ts';

const extent = (from: number, to: number, volume_mm3: number | null = null): Extent => ({
  box: { min: { x: from, y: from, z: from }, max: { x: to, y: to, z: to } },
  volume_mm3,
});

test.each([
  ['2 mm on each side', extent(2, 1002), true],
  ['more than 2 mm', extent(2.001, 1000), false],
  ['another end', extent(0, 1002.001), false],
])('boxes are equal up to %s', (_, other, expected) => {
  expect(isSameExtent(extent(0, 1000), other)).toBe(expected);
});

test.each([
  [1000, 998, true],
  [1000, 997.999, false],
  [1000, null, true],
  [null, 5, true],
  [0, 0, true],
])('the volumes %s and %s are equal: %s', (a, b, expected) => {
  expect(isSameExtent(extent(0, 10, a), extent(0, 10, b))).toBe(expected);
});

test('the index finds the same bodies as a comparison of all', () => {
  const place = fc.double({ min: -40, max: 40, noNaN: true });
  const any = fc.tuple(place, place).map(([a, b]) => extent(a, a + Math.abs(b)));
  fc.assert(
    fc.property(fc.array(any, { maxLength: 40 }), any, (all, one) => {
      const index = new BoxIndex<number>();
      for (const [i, other] of all.entries()) index.add(i, other);
      const expected = [...all.keys()].filter((i) => isSameExtent(all[i] ?? one, one));
      expect([...index.equalTo(one)].toSorted((a, b) => a - b)).toEqual(expected);
    }),
  );
});

test('many equal bodies take bounded work, and are still more than one', () => {
  const index = new BoxIndex<number>();
  for (let i = 0; i < 10_000; i += 1) index.add(i, extent(0, 10));
  expect(index.equalTo(extent(0, 10))).toHaveLength(64);
});
