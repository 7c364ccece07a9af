/** @module short legs tests: walls shorter than their corners are counted once. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { signedArea, validateRing } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import { type Box2, planBoxIntersects } from '../../../../../kernel/building/geometry/vector.ts';
import { joinCandidates } from '../../../../../kernel/building/geometry/walls/join-candidates.ts';
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
import { gridPlan, seededNumbers } from './wall-plans.ts';

type Line = readonly [number, number, number, number];

function wall(id: string, [x1, y1, x2, y2]: Line, thickness = 300): StraightWall {
  return { id, start: { x: x1, y: y1 }, end: { x: x2, y: y2 }, thickness };
}

/** Sum and union of the footprints, mm². */
function areas(walls: readonly StraightWall[]): { sum: number; union: number } {
  const rings = [...solveJoins(walls).values()].map(({ ring }) => ring);
  for (const ring of rings) expect(validateRing(ring).ok).toBe(true);
  return {
    sum: rings.reduce((sum, ring) => sum + signedArea(ring), 0),
    union: unionArea(rings),
  };
}

/** End of a leg from the origin with this length, mm, and direction, degrees. */
function legTo(length: number, degrees: number): readonly [number, number] {
  const radians = (degrees * Math.PI) / 180;
  const on = (mm: number): number => Math.round(mm * 1000) / 1000;
  return [on(length * Math.cos(radians)), on(length * Math.sin(radians))];
}

describe('short free legs', () => {
  test('a leg of 300 mm at 45° keeps its part outside the wall', () => {
    // Two mitred outlines would cover 1,591,930 mm² but have areas of 1,644,320 mm² in total.
    const { sum, union } = areas([wall('a', [0, 0, 5000, 0]), wall('b', [0, 0, 212.132, 212.132])]);
    expect(sum).toBeCloseTo(union, 2);
    expect(Math.abs(union - 1_591_930)).toBeLessThan(10);
  });

  test.each([
    [30, 500, 300],
    [2, 5000, 200],
    [60, 200, 300],
    [-45, 300, 300],
    [20, 700, 300],
    [10, 1000, 100],
  ])('a leg at %f° of %f mm is counted once', (degrees, length, t) => {
    for (const swap of [false, true]) {
      const [x, y] = legTo(length, degrees);
      const leg = wall(swap ? '0' : 'z', swap ? [x, y, 0, 0] : [0, 0, x, y], t);
      const { sum, union } = areas([wall('a', [0, 0, 5000, 0], t), leg]);
      expect(sum - union).toBeCloseTo(0, 1);
    }
  });

  test('a leg between two walls is cut at both', () => {
    const [x, y] = legTo(250, 45);
    const walls = [
      wall('a', [0, 0, 5000, 0]),
      wall('b', [0, 0, x, y], 100),
      wall('c', [0, 0, 0, 5000]),
    ];
    const { sum, union } = areas(walls);
    expect(sum - union).toBeCloseTo(0, 1);
    // Beyond the corner of the faces at (150, 150), 212.132 mm along it, the tip of a right angle.
    const foot = signedArea(solveJoins(walls).get('b')?.ring ?? []);
    expect(foot).toBeCloseTo((250 - 150 * Math.SQRT2) ** 2, 0);
  });
});

test('a jog shorter than half its thickness is divided by its mitres', () => {
  const walls = [
    wall('a', [0, 0, 3000, 0]),
    wall('b', [3000, 0, 3000, 100]),
    wall('c', [3000, 100, 6000, 100]),
  ];
  const { sum, union } = areas(walls);
  expect(sum).toBeCloseTo(union, 2);
  // Between parallel mitres the footprint is a parallelogram with the area of the strip.
  expect(signedArea(solveJoins(walls).get('b')?.ring ?? [])).toBeCloseTo(300 * 100, 0);
});

describe('laws of short walls', () => {
  /** A grid plan with a short wall that projects into the room at some corners. */
  function withStubs(seed: number): StraightWall[] {
    const plan = gridPlan({ columns: 3, rows: 3, seed, jitter: 500, drop: 0 });
    const random = seededNumbers(seed + 7);
    const stubs = plan
      .filter(({ id }) => id.startsWith('h1') || id.startsWith('h0'))
      .flatMap(({ start, end }, i) => {
        const from = start.x < end.x ? start : end;
        if (random() < 0.4) return [];
        const [x, y] = legTo(260 + Math.round(400 * random()), 35 + Math.round(20 * random()));
        const at = (a: number, b: number): number => Math.round((a + b) * 1000) / 1000;
        return [wall(`s${i}`, [from.x, from.y, at(from.x, x), at(from.y, y)], 100)];
      });
    return [...plan, ...stubs.filter(({ end }) => end.x < 15_000 && end.y < 15_000)];
  }

  test('solving one short wall with its candidates equals solving the whole plan', () => {
    for (const seed of [1, 2, 3, 4]) {
      const walls = [
        ...withStubs(seed),
        wall('x', [20_000, 0, 23_000, 0]),
        wall('y', [23_000, 0, 23_000, 100]),
        wall('z', [23_000, 100, 26_000, 100]),
        // What ends at the far end of a leg, beyond the reach of the wall that the leg meets.
        wall('k', [20_000, 9000, 25_000, 9000]),
        wall('l', [20_000, 9000, 20_212, 9212]),
        wall('m', [20_212, 9212, 20_212, 12_000], 100),
        // A corner of three walls, two of which do not meet.
        wall('n', [15_500, 20_000, 19_905, 20_000], 100),
        wall('o', [20_000, 20_045, 20_000, 24_000], 200),
        wall('p', [20_095, 20_000, 24_000, 20_000], 100),
        wall('u', [20_000, 0, 20_100, 200], 100),
        wall('v', [20_100, 200, 20_100, 3000], 100),
      ];
      const all = solveJoins(walls);
      const near = (box: Box2): readonly StraightWall[] =>
        walls.filter((one) => planBoxIntersects(wallReach(one), box));
      for (const one of walls) {
        const candidates = joinCandidates(one, { straight: (w) => w, near });
        expect(solveJoinsFor([one.id], candidates).get(one.id)).toStrictEqual(all.get(one.id));
      }
    }
  });

  test('footprints with short walls add up to their union, and with the rooms to the plan', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const walls = withStubs(seed);
        const { sum, union } = areas(walls);
        expect(Math.abs(sum - union)).toBeLessThan(10);
        const net = findRooms(walls).reduce((total, room) => total + room.area_mm2, 0);
        expect(Math.abs(sum + net - 15_300 * 15_300)).toBeLessThan(20);
      }),
      { numRuns: 40, seed: 5 },
    );
  });
});
