/** @module tests of unions computed in small groups: they equal the union computed at once. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Ring } from '../../../../kernel/building/geometry/plan/polygon.ts';
import { signedArea } from '../../../../kernel/building/geometry/plan/polygon.ts';
import {
  common,
  sizeOf,
  united,
  without,
} from '../../../../kernel/building/geometry/plan/regions.ts';
import {
  unionWith,
  partOutside,
  joinedRings,
  filledUnionOf,
  unionOf,
} from '../../../../kernel/documents/drawings/lines/joined-rings.ts';
import { stopsOf } from '../../base/work/stops.ts';

/** A strip like a wall, in whole millimetres, in an area of several tiles around the origin. */
const strip = fc
  .tuple(
    fc.integer({ min: -30_000, max: 30_000 }),
    fc.integer({ min: -30_000, max: 30_000 }),
    fc.constantFrom([1, 0], [0, 1], [0.6, 0.8], [-0.8, 0.6]),
    fc.integer({ min: 500, max: 14_000 }),
    fc.integer({ min: 50, max: 400 }),
  )
  .map(([x, y, [dx = 1, dy = 0], long, thick]): Ring => {
    const at = (along: number, aside: number): { x: number; y: number } => ({
      x: Math.round(x + dx * along - dy * aside),
      y: Math.round(y + dy * along + dx * aside),
    });
    return [at(0, 0), at(long, 0), at(long, thick), at(0, thick)];
  });
const strips = fc.array(strip, { minLength: 1, maxLength: 90 });

/** Area of the symmetric difference of two areas, mm². */
function difference(a: readonly Ring[], b: readonly Ring[]): number {
  return sizeOf(without(a, b)) + sizeOf(without(b, a));
}

/** Maximum difference caused by rounding coordinates to a thousandth of a millimetre, mm². */
const ROUNDING_MM2 = 500;

test('law: unions by groups and by tiles equal the union at once, and groups do not overlap', () => {
  fc.assert(
    fc.property(strips, (rings) => {
      const whole = united([rings]);
      const groups = joinedRings(rings);
      expect(groups.flatMap(({ numbers }) => numbers).length).toBe(rings.length);
      expect(
        difference(
          groups.flatMap(({ area }) => area),
          whole,
        ),
      ).toBeLessThan(ROUNDING_MM2);
      expect(difference(unionOf(rings), whole)).toBeLessThan(ROUNDING_MM2);
      const [first, second] = groups;
      expect(common(first?.area ?? [], second?.area ?? [])).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

test('law: filledUnionOf returns the union with its holes filled', () => {
  fc.assert(
    fc.property(strips, (rings) => {
      const outer = united([rings]).filter((ring) => signedArea(ring) > 0);
      const outline = filledUnionOf(rings);
      expect(outline.every((ring) => signedArea(ring) > 0)).toBe(true);
      expect(difference(outline, united([outer]))).toBeLessThan(ROUNDING_MM2);
    }),
    { numRuns: 40 },
  );
});

test('law: adding and subtracting nearby rings only gives the same area as using all rings', () => {
  fc.assert(
    fc.property(strips, strip, (rings, one) => {
      const area = united([rings]);
      expect(difference(unionWith(area, [one]), united([area, [one]]))).toBeLessThan(ROUNDING_MM2);
      expect(difference(partOutside([one], area), without([one], area))).toBeLessThan(ROUNDING_MM2);
    }),
    { numRuns: 40 },
  );
});

/** A grid of connected strips. */
function lattice(lines: number): readonly Ring[] {
  const rings: Ring[] = [];
  for (let i = 0; i < lines; i += 1) {
    for (let k = 0; k < lines; k += 1) {
      const [x, y] = [i * 4000, k * 4000];
      rings.push(
        [
          { x, y },
          { x: x + 4000, y },
          { x: x + 4000, y: y + 200 },
          { x, y: y + 200 },
        ],
        [
          { x, y },
          { x: x + 200, y },
          { x: x + 200, y: y + 4000 },
          { x, y: y + 4000 },
        ],
      );
    }
  }
  return rings;
}

test('after an edit only the group that contains it is united again', () => {
  const rings = [
    ...lattice(12),
    ...lattice(3).map((ring) => ring.map(({ x, y }) => ({ x: x + 1e5, y }))),
  ];
  const before = joinedRings(rings);
  const edited = rings.map((ring, i) =>
    i === rings.length - 1 ? ring.map(({ x, y }) => ({ x: x + 1, y })) : ring,
  );
  const after = joinedRings(edited);
  expect(before.length).toBe(2);
  expect(after[0]?.area).toBe(before[0]?.area);
  expect(after[1]?.area).not.toBe(before[1]?.area);
});

test('uniting four times as many outlines triggers more than three times as many checkpoints', () => {
  const [small, large] = [lattice(20), lattice(40)];
  const [few, many] = [small, large].map((rings) => stopsOf(() => unionOf(rings)).stops.length);
  expect(few).toBeGreaterThan(1);
  expect(many).toBeGreaterThan(3 * (few ?? Infinity));
});
