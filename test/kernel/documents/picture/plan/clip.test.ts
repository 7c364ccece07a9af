/** @module tests of clipping lines and areas to a box. */
import { describe, expect, test } from 'vitest';

import type { Point2 } from '../../../../../kernel/building/geometry/vector.ts';
import { lineParts, ringPart } from '../../../../../kernel/documents/picture/plan/clip.ts';

const BOX = { min: { x: 0, y: 0 }, max: { x: 10, y: 10 } };
const points = (...numbers: readonly (readonly [number, number])[]): readonly Point2[] =>
  numbers.map(([x, y]) => ({ x, y }));

describe('a line', () => {
  test('is unchanged inside the box and on its border', () => {
    const inside = points([0, 0], [10, 5], [3, 10]);
    expect(lineParts(inside, BOX)).toEqual([inside]);
  });

  test('is cut at the border, and continues where it enters again', () => {
    expect(lineParts(points([-5, 5], [5, 5], [15, 5], [15, 8], [5, 8]), BOX)).toEqual([
      points([0, 5], [5, 5], [10, 5]),
      points([10, 8], [5, 8]),
    ]);
  });

  test('with both ends outside is clipped if it crosses the box, and empty if it misses it', () => {
    expect(lineParts(points([-2, 4], [12, 4]), BOX)).toEqual([points([0, 4], [10, 4])]);
    expect(lineParts(points([-2, 9], [3, 14]), BOX)).toEqual([]);
    expect(lineParts(points([11, 0], [11, 10]), BOX)).toEqual([]);
  });
});

describe('a ring', () => {
  const areaOf = (ring: readonly Point2[]): number =>
    ring.reduce((sum, { x, y }, at) => {
      const next = ring[(at + 1) % ring.length] ?? { x, y };
      return sum + (x * next.y - next.x * y) / 2;
    }, 0);

  test('keeps the area that is inside the box', () => {
    expect(areaOf(ringPart(points([-5, -5], [5, -5], [5, 5], [-5, 5]), BOX))).toBe(25);
    expect(areaOf(ringPart(points([5, -5], [15, 5], [5, 15], [-5, 5]), BOX))).toBe(100);
    expect(areaOf(ringPart(points([-50, -50], [50, -50], [50, 50], [-50, 50]), BOX))).toBe(100);
  });

  test('outside the box becomes empty', () => {
    expect(ringPart(points([11, 0], [20, 0], [20, 9]), BOX)).toEqual([]);
  });
});
