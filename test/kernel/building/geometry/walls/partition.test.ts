/** @module law: footprints of walls and rooms between them share their corners, so that they part the plan with nothing left and nothing twice. */
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';

import type { SolidKernel } from '../../../../kernel/geometry/mesh/solid-kernel.ts';
import { loadSolidKernel } from '../../../../kernel/geometry/mesh/solid-kernel.ts';
import { withCornersOn } from '../../../../kernel/geometry/plan/corners-on.ts';
import type { Ring } from '../../../../kernel/geometry/plan/polygon.ts';
import { signedArea } from '../../../../kernel/geometry/plan/polygon.ts';
import { findRooms } from '../../../../kernel/geometry/walls/rooms.ts';
import { solveJoins } from '../../../../kernel/geometry/walls/wall-joins.ts';
import { gridPlan } from './wall-plans.ts';

let kernel: SolidKernel;
beforeAll(async () => {
  kernel = await loadSolidKernel();
});

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
])('%s, walls and rooms are the outer area to 1e-8 m²', (_, tees) => {
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
      expect(Math.abs(kernel.unionArea(walls) + rooms - OUTER_MM2)).toBeLessThan(EXACT_MM2);
      // A side alone passes by such a corner at up to 0.7 µm: along walls of 5 m that is some mm² in a plan.
      expect(Math.abs(kernel.unionArea(plain) + rooms - OUTER_MM2)).toBeLessThan(20);
    }),
    { numRuns: 40 },
  );
  expect(seen).toBe(40);
});
