/** @module law: footprints of walls and rooms between them share their corners, so that they part the plan with nothing left and nothing twice. */
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';

import type { SolidKernel } from '../../../../kernel/geometry/mesh/solid-kernel.ts';
import { loadSolidKernel } from '../../../../kernel/geometry/mesh/solid-kernel.ts';
import type { Ring } from '../../../../kernel/geometry/plan/polygon.ts';
import { signedArea } from '../../../../kernel/geometry/plan/polygon.ts';
import type { Point2 } from '../../../../kernel/geometry/vector.ts';
import { findRooms } from '../../../../kernel/geometry/walls/rooms.ts';
import { solveJoins } from '../../../../kernel/geometry/walls/wall-joins.ts';
import { gridPlan } from './wall-plans.ts';

let kernel: SolidKernel;
beforeAll(async () => {
  kernel = await loadSolidKernel();
});

/** A corner this near to a side lies on it but for the rounding of both to 0.001 mm. */
const ON_SIDE_MM = 0.001_5;
/** 1e-8 m². */
const EXACT_MM2 = 0.01;

/** How far along a side a point lies on it, 0 to 1; null where it is beside it or a corner of it. */
function shareOn(p: Point2, a: Point2, b: Point2): number | null {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const square = dx * dx + dy * dy;
  const share = ((p.x - a.x) * dx + (p.y - a.y) * dy) / square;
  const beside = Math.abs((p.x - a.x) * dy - (p.y - a.y) * dx) / Math.sqrt(square);
  const isCorner = (p.x === a.x && p.y === a.y) || (p.x === b.x && p.y === b.y);
  return share > 0 && share < 1 && beside < ON_SIDE_MM && !isCorner ? share : null;
}

/** The outline with the corners of others that lie on its sides put into these. */
function withCornersOn(ring: Ring, corners: readonly Point2[]): Ring {
  return ring.flatMap((a, i) => {
    const b = ring[(i + 1) % ring.length] ?? a;
    const on = corners
      .map((point) => ({ point, share: shareOn(point, a, b) }))
      .filter(({ share }) => share !== null)
      .toSorted((p, q) => Number(p.share) - Number(q.share));
    return [a, ...on.map(({ point }) => point)];
  });
}

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
      const corners = [
        ...new Map(
          [...outlines.walls, ...outlines.rooms].flat().map((p) => [`${p.x} ${p.y}`, p]),
        ).values(),
      ];
      const parts = [...outlines.walls, ...outlines.rooms].map((ring) =>
        withCornersOn(ring, corners),
      );
      const union = kernel.unionArea([...outlines.walls]);
      seen += 1;
      expect(Math.abs(sum(parts) - OUTER_MM2)).toBeLessThan(EXACT_MM2);
      // A side alone passes by such a corner at up to 0.7 µm: along walls of 5 m that is some mm² in a plan.
      expect(Math.abs(union + sum(outlines.rooms) - OUTER_MM2)).toBeLessThan(20);
    }),
    { numRuns: 40 },
  );
  expect(seen).toBe(40);
});
