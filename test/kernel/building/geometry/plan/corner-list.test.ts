/** @module corner list tests: dropped corners, simplicity and convexity against the exact checks of outlines. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { CornerList } from '../../../../../kernel/building/geometry/plan/corner-list.ts';
import {
  createCornerList,
  fillCorners,
  isCounterClockwise,
  isSimple,
  ringOf,
} from '../../../../../kernel/building/geometry/plan/corner-list.ts';
import { signedArea, validateRing } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import { type Point2, orientation } from '../../../../../kernel/building/geometry/vector.ts';

function filled(points: readonly Point2[]): CornerList {
  const list = createCornerList();
  fillCorners(list, points);
  return list;
}

const points = (...pairs: readonly (readonly [number, number])[]): readonly Point2[] =>
  pairs.map(([x, y]) => ({ x, y }));

test('drops repeated and collinear corners and rounds points to 0.001 mm', () => {
  const square = filled(
    points([0, 0], [0.0004, 0], [5, 0], [10, 0], [10, 10], [0, 10], [0, 5], [0, 0]),
  );
  expect(ringOf(square)).toEqual(points([0, 0], [10, 0], [10, 10], [0, 10]));
  expect(square.convex).toBe(true);
});

test('an outline of no points, one point or a line has no corners', () => {
  for (const none of [points(), points([1, 1]), points([1, 1], [1, 1]), points([0, 0], [9, 3])]) {
    const list = filled(none);
    expect([ringOf(list), list.convex, isSimple(list)]).toEqual([[], false, false]);
  }
});

test('a star that turns left only, but twice round, is neither convex nor simple', () => {
  const star = filled(points([0, 0], [10, 4], [0, 8], [6, -2], [6, 10]));
  const corners = ringOf(star).map(({ x, y }) => ({ x: x * 1000, y: y * 1000 }));
  const [a, b, c] = corners;
  expect(a && b && c ? orientation(a, b, c) : 0).toBe(1);
  expect([star.size, star.convex, isSimple(star)]).toEqual([5, false, false]);
});

test('a clockwise square is simple and not convex', () => {
  const square = filled(points([0, 0], [0, 10], [10, 10], [10, 0]));
  expect([square.convex, isSimple(square), isCounterClockwise(square)]).toEqual([
    false,
    true,
    false,
  ]);
});

test('a list grows beyond its initial capacity', () => {
  const round = Array.from({ length: 200 }, (_, i) => ({
    x: 10_000 * Math.cos((i * Math.PI) / 100),
    y: 10_000 * Math.sin((i * Math.PI) / 100),
  }));
  const list = filled(round);
  expect([list.size, list.convex]).toEqual([200, true]);
});

test('isSimple and convex agree with the exact check of the outline', () => {
  const corner = fc.record({
    x: fc.integer({ min: 0, max: 4 }),
    y: fc.integer({ min: 0, max: 4 }),
  });
  let convex = 0;
  fc.assert(
    fc.property(fc.array(corner, { minLength: 3, maxLength: 7 }), (outline) => {
      const list = filled(outline);
      const ring = ringOf(list);
      // An outline that returns along the same line may contain the same corner twice.
      fc.pre(new Set(ring.map(({ x, y }) => `${x} ${y}`)).size === ring.length);
      const check = validateRing(ring);
      expect(isSimple(list)).toBe(check.ok);
      expect(isCounterClockwise(list)).toBe(signedArea(ring) > 0);
      const turnsLeft = ring.every((p, i) => {
        const [q, r] = [ring[(i + 1) % ring.length] ?? p, ring[(i + 2) % ring.length] ?? p];
        return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) > 0;
      });
      // For outlines that do not return along the same line, convex is equivalent to this.
      const again = filled(ring);
      fc.pre(again.size === ring.length);
      expect(again.convex).toBe(check.ok && turnsLeft);
      expect(list.convex && !again.convex).toBe(false);
      convex += list.convex ? 1 : 0;
    }),
    { numRuns: 3000 },
  );
  expect(convex).toBeGreaterThan(100);
});
