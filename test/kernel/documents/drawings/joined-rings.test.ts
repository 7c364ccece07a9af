/** @module test of outlines that are joined a few at a time: they are what they are when all are joined at once. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  added,
  beyond,
  joinedRings,
  outlineOf,
  unionOf,
} from '../../../kernel/drawings/lines/joined-rings.ts';
import type { Steps } from '../../../kernel/findings/steps.ts';
import { finished } from '../../../kernel/findings/steps.ts';
import type { Ring } from '../../../kernel/geometry/plan/polygon.ts';
import { signedArea } from '../../../kernel/geometry/plan/polygon.ts';
import { common, sizeOf, united, without } from '../../../kernel/geometry/plan/regions.ts';

/** A strip like a wall: whole millimetres, in a field of a few tiles on both sides of the origin. */
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

/** What differs between two areas, mm²: coordinates are rounded to a thousandth. */
function difference(a: readonly Ring[], b: readonly Ring[]): number {
  return sizeOf(without(a, b)) + sizeOf(without(b, a));
}

const ROUNDING_MM2 = 500;

test('groups, tiles and the whole are the same area, and groups share nothing', () => {
  fc.assert(
    fc.property(strips, (rings) => {
      const whole = united([rings]);
      const groups = finished(joinedRings(rings));
      expect(groups.flatMap(({ numbers }) => numbers).length).toBe(rings.length);
      expect(
        difference(
          groups.flatMap(({ area }) => area),
          whole,
        ),
      ).toBeLessThan(ROUNDING_MM2);
      expect(difference(finished(unionOf(rings)), whole)).toBeLessThan(ROUNDING_MM2);
      const [first, second] = groups;
      expect(common(first?.area ?? [], second?.area ?? [])).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

test('outlines are the union with all that it surrounds', () => {
  fc.assert(
    fc.property(strips, (rings) => {
      const outer = united([rings]).filter((ring) => signedArea(ring) > 0);
      const outline = finished(outlineOf(rings));
      expect(outline.every((ring) => signedArea(ring) > 0)).toBe(true);
      expect(difference(outline, united([outer]))).toBeLessThan(ROUNDING_MM2);
    }),
    { numRuns: 40 },
  );
});

test('to add an outline and to take from one, only what is near is looked at, and nothing is missed', () => {
  fc.assert(
    fc.property(strips, strip, (rings, one) => {
      const area = united([rings]);
      expect(difference(added(area, [one]), united([area, [one]]))).toBeLessThan(ROUNDING_MM2);
      expect(difference(beyond([one], area), without([one], area))).toBeLessThan(ROUNDING_MM2);
    }),
    { numRuns: 40 },
  );
});

/** A lattice of strips that all hang together. */
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

test('after an edit only what is near it is joined again', () => {
  const rings = [
    ...lattice(12),
    ...lattice(3).map((ring) => ring.map(({ x, y }) => ({ x: x + 1e5, y }))),
  ];
  const before = finished(joinedRings(rings));
  const edited = rings.map((ring, i) =>
    i === rings.length - 1 ? ring.map(({ x, y }) => ({ x: x + 1, y })) : ring,
  );
  const after = finished(joinedRings(edited));
  expect(before.length).toBe(2);
  expect(after[0]?.area).toBe(before[0]?.area);
  expect(after[1]?.area).not.toBe(before[1]?.area);
});

/** Stops of work that is done for the first time. */
function stopsOf(steps: Steps<unknown>): number {
  return [...steps].length;
}

test('twice the outlines have twice the stops: no step grows with all that is joined', () => {
  const [small, large] = [lattice(20), lattice(40)];
  const [few, many] = [stopsOf(unionOf(small)), stopsOf(unionOf(large))];
  expect(few).toBeGreaterThan(1);
  expect(many).toBeGreaterThan(3 * few);
});
