/** @module box pairs tests: the pairs of intersecting boxes equal a comparison of every box with every other. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { boxPairs } from '../../../../kernel/building/spatial/box-pairs.ts';

type Six = readonly [number, number, number, number, number, number];

/** The sorted pairs of intersecting boxes, from the grid and from a comparison of every box with every other. */
function bothWays(boxes: readonly Six[], gap: number): { grid: string[]; plain: string[] } {
  const pairs = boxPairs(Float64Array.from(boxes.flat()), gap);
  const grid: string[] = [];
  for (let i = 0; i < pairs.length; i += 2) grid.push(`${pairs[i]} ${pairs[i + 1]}`);
  const plain = boxes.flatMap((a, i) =>
    boxes.flatMap((b, j) => (i < j && meet(a, b, gap) ? [`${i} ${j}`] : [])),
  );
  return { grid: grid.toSorted(), plain: plain.toSorted() };
}

function meet(a: Six, b: Six, gap: number): boolean {
  return [0, 1, 2].every((axis) => {
    const [a0, a1] = [a[axis] ?? 0, a[axis + 3] ?? 0];
    const [b0, b1] = [b[axis] ?? 0, b[axis + 3] ?? 0];
    return a0 <= b1 + gap && b0 <= a1 + gap;
  });
}

const whole = (max: number): fc.Arbitrary<number> => fc.integer({ min: 0, max });

/** Boxes with integer coordinates, many of them flat or touching, and some large ones that intersect many others. */
const boxes = fc.array(
  fc
    .tuple(whole(40), whole(40), whole(40), whole(6), whole(6), whole(6), fc.boolean())
    .map(([x, y, z, w, d, h, wide]): Six => [
      x,
      y,
      z,
      x + w * (wide ? 6 : 1),
      y + d * (wide ? 6 : 1),
      z + h,
    ]),
  { maxLength: 60 },
);

describe('boxPairs', () => {
  test('returns each pair of intersecting boxes once', () => {
    fc.assert(
      fc.property(boxes, fc.constantFrom(0, 0.5, 3), (all, gap) => {
        const { grid, plain } = bothWays(all, gap);
        expect(grid).toEqual(plain);
      }),
      { numRuns: 300 },
    );
  });

  test('includes touching boxes, excludes boxes one micrometre apart, and extends boxes by the gap', () => {
    const a: Six = [0, 0, 0, 10, 10, 10];
    expect(bothWays([a, [10, 10, 10, 20, 20, 20]], 0).grid).toEqual(['0 1']);
    expect(bothWays([a, [10.001, 0, 0, 20, 10, 10]], 0).grid).toEqual([]);
    expect(bothWays([[10.001, 0, 0, 20, 10, 10], a], 0.001).grid).toEqual(['0 1']);
    expect(bothWays([a, [0, 0, 15, 10, 10, 20]], 4.999).grid).toEqual([]);
    expect(bothWays([a, [0, 0, 15, 10, 10, 20]], 5).grid).toEqual(['0 1']);
  });

  test('returns nothing for no box or one box, and all pairs of equal boxes', () => {
    expect(bothWays([], 0).grid).toEqual([]);
    expect(bothWays([[0, 0, 0, 0, 0, 0]], 0).grid).toEqual([]);
    const same: Six[] = Array.from({ length: 30 }, () => [5, 5, 5, 5, 5, 5]);
    expect(bothWays(same, 0).grid).toHaveLength(435);
  });

  test('throws for a box with a negative size or a coordinate that is not finite', () => {
    for (const wrong of [
      [1, 0, 0, 0, 1, 1],
      [0, 0, Number.NaN, 1, 1, 1],
      [0, 0, 0, Infinity, 1, 1],
    ]) {
      const list = Float64Array.from([0, 0, 0, 1, 1, 1, ...wrong]);
      expect(() => boxPairs(list)).toThrow(RangeError);
    }
  });

  test('returns the pairs of 1,500 equal boxes', () => {
    const many = new Float64Array(6 * 1500).map((_, i) => (i % 6 < 3 ? 0 : 1));
    expect([...boxPairs(many)].length).toBeGreaterThan(7);
  });
});
