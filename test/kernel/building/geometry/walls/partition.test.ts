/** @module partition tests: footprints and rooms share their corners and divide the plan without gaps or overlaps. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { withCornersOn } from '../../../../../kernel/building/geometry/plan/corners-on.ts';
import { type Ring, signedArea } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import { findRooms } from '../../../../../kernel/building/geometry/walls/rooms.ts';
import { solveJoins } from '../../../../../kernel/building/geometry/walls/wall-joins.ts';
import { unionArea } from '../manifold-plan.ts';
import { gridPlan } from './wall-plans.ts';

/** 1e-8 m². */
const EXACT_MM2 = 0.01;

type Outlines = { readonly walls: readonly Ring[]; readonly rooms: readonly Ring[] };

/** Outlines of 4 by 3 cells in 20.3 m by 15.3 m; null where a space is too narrow for its walls. */
function outlinesOf(seed: number, tees: number): Outlines | null {
  const plan = gridPlan({ columns: 4, rows: 3, seed, tees, drop: 0.1 });
  const rooms = findRooms(plan);
  if (!rooms.every(({ simple }) => simple)) return null;
  return {
    walls: [...solveJoins(plan).values()].map(({ ring }) => ring),
    rooms: rooms.flatMap(({ ring, holes }) => [ring].concat(holes)),
  };
}

const OUTER_MM2 = 20_300 * 15_300;
const sum = (rings: readonly Ring[]): number =>
  rings.reduce((all, ring) => all + signedArea(ring), 0);

test.each([
  ['without partitions', 0],
  ['with partitions that end on the sides of others', 0.5],
])('walls and rooms add up to the outer area within 1e-8 m²: %s', (_, tees) => {
  let seen = 0;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
      const outlines = outlinesOf(seed, tees);
      fc.pre(outlines !== null);
      const plain = [...outlines.walls];
      const walls = plain.map((ring) => withCornersOn(ring, plain.flat()));
      const rooms = sum(outlines.rooms);
      seen += 1;
      expect(Math.abs(sum(walls) + rooms - OUTER_MM2)).toBeLessThan(EXACT_MM2);
      expect(Math.abs(unionArea(walls) + rooms - OUTER_MM2)).toBeLessThan(EXACT_MM2);
      // A side alone passes by such a corner at up to 0.7 µm: along walls of 5 m that is some mm² in a plan.
      expect(Math.abs(unionArea(plain) + rooms - OUTER_MM2)).toBeLessThan(20);
    }),
    { numRuns: 40 },
  );
  expect(seen).toBe(40);
});
