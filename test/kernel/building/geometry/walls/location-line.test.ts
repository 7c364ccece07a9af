/** @module location line tests: walls drawn on any of their lines divide the plan without gaps or overlaps. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { withCornersOn } from '../../../../../kernel/building/geometry/plan/corners-on.ts';
import { signedArea } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import { joinCandidates } from '../../../../../kernel/building/geometry/walls/join-candidates.ts';
import {
  axisUnder,
  drawnOver,
} from '../../../../../kernel/building/geometry/walls/location-line.ts';
import { findRooms } from '../../../../../kernel/building/geometry/walls/rooms.ts';
import {
  type StraightWall,
  wallReach,
} from '../../../../../kernel/building/geometry/walls/wall-contacts.ts';
import {
  solveJoins,
  solveJoinsFor,
} from '../../../../../kernel/building/geometry/walls/wall-joins.ts';
import { unionArea } from '../manifold-plan.ts';
import { type Outside, linedPlan } from './wall-plans.ts';

/** 1e-8 m². */
const EXACT_MM2 = 0.01;
const SIDES: readonly Outside[] = [1, 0, -1];
/** Outer area of a plan of 20 m by 15 m, for the line by which its outer walls of 300 mm are drawn. */
const OUTER_MM2 = { '1': 20_000 * 15_000, '0': 20_300 * 15_300, '-1': 20_600 * 15_600 } as const;

type Measured = { readonly walls: number; readonly rooms: readonly number[] };

function measured(plan: readonly StraightWall[]): Measured & { readonly union: number } {
  const rings = [...solveJoins(plan).values()].map(({ ring }) => ring);
  const walls = rings.map((ring) => withCornersOn(ring, rings.flat()));
  return {
    walls: walls.reduce((sum, ring) => sum + signedArea(ring), 0),
    union: unionArea(walls),
    rooms: findRooms(plan).map(({ area_mm2 }) => area_mm2),
  };
}

const total = (areas: readonly number[]): number => areas.reduce((sum, area) => sum + area, 0);

test.each([
  ['at right angles', 0, 0],
  ['at right angles, with partitions', 0, 0.5],
  ['aslant', 500, 0],
  ['aslant, with partitions', 500, 0.5],
])(
  'walls and rooms of offset plans add up to the outer area within 1e-8 m²: %s',
  (_, jitter, tees) => {
    const seeds = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(seeds, fc.constantFrom(...SIDES), (seed, outside) => {
        const plan = linedPlan({ columns: 4, rows: 3, seed, tees, jitter, drop: 0.1 }, outside);
        fc.pre(findRooms(plan).every(({ simple }) => simple));
        const { walls, union, rooms } = measured(plan);
        const outer = OUTER_MM2[`${outside}`];
        expect(Math.abs(walls + total(rooms) - outer)).toBeLessThan(EXACT_MM2);
        expect(Math.abs(union + total(rooms) - outer)).toBeLessThan(EXACT_MM2);
      }),
      { numRuns: 30 },
    );
  },
);

test('solving one offset wall with its candidates equals solving the whole plan', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
      const plan = linedPlan({ columns: 3, rows: 2, seed, tees: 0.5 }, 1);
      const all = solveJoins(plan);
      for (const wall of plan) {
        const near = joinCandidates(wall, {
          straight: (one) => one,
          near: ({ min, max }) =>
            plan.filter((other) => {
              const reach = wallReach(other);
              const [low, high] = [reach.min, reach.max];
              return low.x <= max.x && min.x <= high.x && low.y <= max.y && min.y <= high.y;
            }),
        });
        expect(solveJoinsFor([wall.id], near).get(wall.id)).toEqual(all.get(wall.id));
      }
    }),
    { numRuns: 20 },
  );
});

type Point = { readonly x: number; readonly y: number };

test.each([
  ['moved', ({ x, y }: Point) => ({ x: x + 1234.5, y: y - 777.25 }), false],
  ['turned', ({ x, y }: Point) => ({ x: 0 - y, y: x }), false],
  ['mirrored', ({ x, y }: Point) => ({ x: 0 - x, y }), true],
])('measures of an offset plan are invariant when it is %s', (_, motion, mirrored) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
      const plan = linedPlan({ columns: 3, rows: 2, seed, jitter: 500 }, 1);
      const there = plan.map((wall) => {
        const [from, to] = [motion(wall.start), motion(wall.end)];
        return mirrored ? { ...wall, start: to, end: from } : { ...wall, start: from, end: to };
      });
      const [was, is] = [measured(plan), measured(there)];
      expect(Math.abs(is.walls - was.walls)).toBeLessThan(100);
      expect(is.rooms).toHaveLength(was.rooms.length);
      for (const [i, area] of was.rooms.toSorted((a, b) => a - b).entries()) {
        expect(Math.abs((is.rooms.toSorted((a, b) => a - b)[i] ?? NaN) - area)).toBeLessThan(50);
      }
    }),
    { numRuns: 15 },
  );
});

test('restores a point drawn on hundredths of a millimetre exactly from its axis', () => {
  const coordinate = fc.integer({ min: -5_000_000, max: 5_000_000 }).map((n) => n / 100);
  const point = fc.record({ x: coordinate, y: coordinate });
  fc.assert(
    fc.property(point, point, fc.integer({ min: -800, max: 800 }), (start, end, line) => {
      fc.pre(Math.hypot(end.x - start.x, end.y - start.y) > 1000);
      expect(drawnOver(axisUnder({ start, end }, line), line)).toEqual({ start, end });
    }),
  );
});
