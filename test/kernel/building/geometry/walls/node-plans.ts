/** @module node plans: random straight walls of any thickness, drawn to one point by any of their lines, for laws. */
import * as fc from 'fast-check';

import type { Point2 } from '../../../../../kernel/building/geometry/vector.ts';
import { axisUnder } from '../../../../../kernel/building/geometry/walls/location-line.ts';
import type { StraightWall } from '../../../../../kernel/building/geometry/walls/wall-contacts.ts';

/**
 * A wall from the node outwards, or towards it; the line on which it was drawn is to the left of its axis, seen
 * outwards.
 */
export type Spoke = {
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

/** Whether the directions of all walls differ by at least this angle. */
export function areApart(spokes: readonly Spoke[], least_deg: number): boolean {
  return spokes.every((one, i) =>
    spokes.slice(i + 1).every((other) => {
      const turn = Math.abs(one.angle_deg - other.angle_deg) % 360;
      return Math.min(turn, 360 - turn) >= least_deg;
    }),
  );
}

/** Two to six walls from one point, with lengths between two bounds, mm. */
export const node = (least: number, most: number): fc.Arbitrary<readonly Spoke[]> =>
  fc
    .array(spoke(least, most), { minLength: 2, maxLength: 6 })
    .filter((spokes) => areApart(spokes, 2));

export type Motion = {
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
export const STAY: Motion = { ...exact, move: (point) => point };
export const MOTIONS: readonly Motion[] = [
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

/** The walls at their places after a motion, with the ids w0, w1, …. */
export function wallsOf(
  spokes: readonly Spoke[],
  { move, mirrored }: Motion,
): readonly StraightWall[] {
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
