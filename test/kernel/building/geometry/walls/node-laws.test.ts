/**
 * @module node laws tests: two to six straight walls of any thickness, drawn to one point by any of their lines at
 * angles down to two degrees, neither overlap nor leave gaps, and their measures are invariant under motions.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { signedArea } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import type { StraightWall } from '../../../../../kernel/building/geometry/walls/wall-contacts.ts';
import { solveJoins } from '../../../../../kernel/building/geometry/walls/wall-joins.ts';
import { cellsOf } from '../../../../servers/geometry/whole-building/plane-cells.ts';
import { areApart, MOTIONS, node, type Spoke, STAY, wallsOf } from './node-plans.ts';

type Measured = {
  readonly areas: readonly number[];
  readonly union: number;
  readonly overlap: number;
  readonly hole: number;
};

function measured(walls: readonly StraightWall[]): Measured {
  const footprints = solveJoins(walls);
  const rings = walls.map(({ id }) => footprints.get(id)?.ring ?? []);
  const { union_mm2: union, overlap_mm2: overlap, free } = cellsOf(rings);
  const hole = free.reduce((sum, { area_mm2 }) => sum + area_mm2, 0);
  return { areas: rings.map(signedArea), union, overlap, hole };
}

function expectSame(spokes: readonly Spoke[]): void {
  const was = measured(wallsOf(spokes, STAY));
  const long = Math.max(...spokes.map(({ length }) => length)) + 3000;
  for (const motion of MOTIONS) {
    const is = measured(wallsOf(spokes, motion));
    const slack = (motion.aslant ? 0.02 : 0.003) * long;
    for (const [i, area] of was.areas.entries()) {
      expect(Math.abs((is.areas[i] ?? NaN) - area)).toBeLessThan(slack);
    }
    expect(Math.abs(is.union - was.union)).toBeLessThan(slack * spokes.length);
  }
}

/** Tolerance far greater than rounding errors along walls of 20 m, mm². */
const NOTHING_MM2 = 20;

test('walls of 12 m and more at one node neither overlap nor leave gaps', () => {
  fc.assert(
    fc.property(node(12_000, 20_000), (spokes) => {
      // Walls of less than 12 m may be shorter than their corners, which is reported.
      fc.pre(areApart(spokes, 6));
      const { overlap, hole } = measured(wallsOf(spokes, STAY));
      expect(overlap).toBeLessThan(NOTHING_MM2);
      expect(hole).toBeLessThan(NOTHING_MM2);
    }),
    { numRuns: 100 },
  );
});

test.each([
  ['long', 12_000, 20_000],
  ['short', 300, 4000],
])(
  'measures at a node are invariant under mirroring, rotation and translation: %s walls',
  (_, least, most) => {
    fc.assert(fc.property(node(least, most), expectSame), { numRuns: 60 });
  },
);
