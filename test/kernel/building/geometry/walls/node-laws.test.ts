/**
 * @module node laws tests: two to six straight walls of any thickness, drawn to one point by any of their lines at
 * angles down to two degrees, neither overlap nor leave gaps, and their measures are invariant under motions.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { signedArea } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import type { Point2 } from '../../../../../kernel/building/geometry/vector.ts';
import { axisUnder } from '../../../../../kernel/building/geometry/walls/location-line.ts';
import type { StraightWall } from '../../../../../kernel/building/geometry/walls/wall-contacts.ts';
import { solveJoins } from '../../../../../kernel/building/geometry/walls/wall-joins.ts';
import { cellsOf } from '../../../../servers/geometry/whole-building/plane-cells.ts';

/**
 * A wall from the node outwards, or towards it; the line on which it was drawn is to the left of its axis, seen
 * outwards.
 */
type Spoke = {
  readonly angle_deg: number;
  readonly length: number;
  readonly thickness: number;
  readonly line: number;
  readonly inwards: boolean;
};

const spoke = (least: number, most: number): fc.Arbitrary<Spoke> => {
  const size = fc
    .tuple(
      fc.constantFrom(100, 120, 200, 240, 300, 340, 500),
      fc.constantFrom(0, 0, 0.5, -0.5, 0.2),
    )
    .map(([thickness, share]) => ({ thickness, line: share * thickness }));
  const angle_deg = fc.oneof(
    fc.integer({ min: 0, max: 35_999 }).map((n) => n / 100),
    fc.integer({ min: 0, max: 30 }),
    fc.integer({ min: 0, max: 23 }).map((n) => 15 * n),
  );
  const length = fc.integer({ min: least, max: most });
  return fc
    .tuple(size, fc.record({ angle_deg, length, inwards: fc.boolean() }))
    .map(([sized, drawn]) => Object.assign(drawn, sized));
};

function areApart(spokes: readonly Spoke[], least_deg: number): boolean {
  return spokes.every((one, i) =>
    spokes.slice(i + 1).every((other) => {
      const turn = Math.abs(one.angle_deg - other.angle_deg) % 360;
      return Math.min(turn, 360 - turn) >= least_deg;
    }),
  );
}

const node = (least: number, most: number): fc.Arbitrary<readonly Spoke[]> =>
  fc
    .array(spoke(least, most), { minLength: 2, maxLength: 6 })
    .filter((spokes) => areApart(spokes, 2));

type Motion = {
  readonly move: (point: Point2) => Point2;
  readonly mirrored: boolean;
  /** Whether corners may be off the grid. */
  readonly aslant: boolean;
};

function turned(angle_deg: number): Motion {
  const [cos, sin] = [Math.cos((angle_deg * Math.PI) / 180), Math.sin((angle_deg * Math.PI) / 180)];
  return {
    move: ({ x, y }) => ({ x: x * cos - y * sin, y: x * sin + y * cos }),
    mirrored: false,
    aslant: true,
  };
}
const exact = { mirrored: false, aslant: false };
const STAY: Motion = { ...exact, move: (point) => point };
const MOTIONS: readonly Motion[] = [
  { ...exact, move: ({ x, y }) => ({ x: 0 - x, y }), mirrored: true },
  { ...exact, move: ({ x, y }) => ({ x: 0 - y, y: x }) },
  { ...exact, move: ({ x, y }) => ({ x: x + 12_345.67, y: y - 7654.32 }) },
  turned(37),
  turned(200.3),
];

/** Rounds to 0.01 mm, for which drawn points are restored exactly. */
const hundredths = ({ x, y }: Point2): Point2 => ({
  x: Math.round(x * 100) / 100,
  y: Math.round(y * 100) / 100,
});

function wallsOf(spokes: readonly Spoke[], { move, mirrored }: Motion): readonly StraightWall[] {
  return spokes.map(({ angle_deg, length, thickness, line, inwards }, i) => {
    const angle = (angle_deg * Math.PI) / 180;
    const tip = hundredths({ x: length * Math.cos(angle), y: length * Math.sin(angle) });
    const [from, to] = [{ x: 0, y: 0 }, tip].map((point) => hundredths(move(point)));
    if (from === undefined || to === undefined) throw new Error('two points have two images');
    const ends = inwards ? { start: to, end: from } : { start: from, end: to };
    const left = inwards === mirrored ? line : 0 - line;
    return { id: `w${i}`, thickness, line: left, ...axisUnder(ends, left) };
  });
}

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
