/** @module tests of areas divided by any lines. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { sizeOf, united } from '../../../../../../kernel/building/geometry/plan/regions.ts';
import {
  closedAreas,
  splitArea,
} from '../../../../../../kernel/building/geometry/walls/separations/split-area.ts';

type Xy = readonly [number, number];
const ring = (...points: readonly Xy[]) => points.map(([x, y]) => ({ x, y }));

/** An L with a hole; its corners are on the raster of the points of lines. */
const AREA = [
  ring([0, 0], [10_000, 0], [10_000, 4000], [4000, 4000], [4000, 9000], [0, 9000]),
  ring([1000, 1000], [1000, 3000], [3000, 3000], [3000, 1000]),
];

const place = fc.oneof(
  fc.integer({ min: -1, max: 11 }).map((n) => 1000 * n),
  fc.integer({ min: -1_000_000, max: 11_000_000 }).map((n) => n / 1000),
);
const point = fc.record({ x: place, y: place });
const lines = fc.array(
  fc
    .record({ start: point, end: point })
    .filter(({ start, end }) => start.x !== end.x || start.y !== end.y),
  { maxLength: 12 },
);

test('the parts of an area add up to it and do not overlap', () => {
  fc.assert(
    fc.property(lines, (given) => {
      const parts = splitArea(AREA, given);
      const whole = sizeOf(AREA);
      const sum = parts.reduce((total, part) => total + sizeOf(part), 0);
      // Each corner moves by at most 0.71 µm.
      expect(Math.abs(sum - whole)).toBeLessThan(1000);
      expect(Math.abs(sizeOf(united(parts)) - whole)).toBeLessThan(1000);
      const turned = given.map(({ start, end }) => ({ start: end, end: start })).toReversed();
      const again = splitArea(AREA, turned).map(sizeOf);
      expect(again.length).toBe(parts.length);
    }),
    { numRuns: 150 },
  );
});

test('areas that lines close are outside the outlines and do not overlap', () => {
  const stubs = [0, 1, 2, 3].flatMap((i) =>
    [0, 1, 2].map((j) =>
      ring(
        [3000 * i, 3000 * j],
        [3000 * i + 500, 3000 * j],
        [3000 * i + 500, 3000 * j + 500],
        [3000 * i, 3000 * j + 500],
      ),
    ),
  );
  const bodies = stubs.map((one) => [one]);
  fc.assert(
    fc.property(lines, (given) => {
      const closed = closedAreas(stubs, given);
      const sum = closed.reduce((total, part) => total + sizeOf(part), 0);
      const all = sizeOf(united([...closed, ...bodies]));
      expect(Math.abs(all - sum - sizeOf(united(bodies)))).toBeLessThan(1000);
    }),
    { numRuns: 150 },
  );
});
