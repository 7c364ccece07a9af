/** @module stair layout: positions of flights and landings in plan, in the frame of the first flight. */

import { at } from '../indexed.ts';
import { micrometres } from '../vector.ts';
import { boxCorners, type FrameBox } from './flight.ts';
import { RAIL_INSET_MM, type RailPath } from './handrail.ts';

/** A position in plan, mm: along the first flight from its first riser, and to the left of that flight. */
type Place = readonly [s: number, t: number];

/**
 * A landing with the corners of the walking line on it, and the paths of rails on its free edges at the left and right
 * of a person who climbs the stair.
 */
type LandingPlace = Pick<FrameBox, 's' | 't'> & {
  readonly corners: readonly Place[];
  readonly rails: { readonly left: RailPath; readonly right: RailPath };
};

/** Positions of the flights and landings of a stair; lengths mm. */
export type StairLayout = {
  /** The middle of the first riser of each flight, and its direction as quarter turns to the left of the first. */
  readonly flights: readonly {
    readonly s: number;
    readonly t: number;
    readonly quarters: number;
  }[];
  readonly landings: readonly LandingPlace[];
  /** Corners of the outline; adjacent ones may coincide. */
  readonly outline: readonly Place[];
  /** Length of the walking line in plan. */
  readonly length: number;
};

/** The dimensions and options that determine a layout; lengths mm. */
export type LayoutSpec = {
  readonly width: number;
  readonly tread: number;
  readonly shape?: 'straight' | 'l' | 'u' | null;
  readonly turn?: 'left' | 'right' | null;
};

/** Width of the open space between the two flights of a `u`, mm. */
const WELL_MM = 100;

/** Length of a flight in plan, mm, exact on the grid. */
export function runOf(treads: number, tread: number): number {
  return (treads * micrometres(tread)) / 1000;
}

/** The layout of flights with `counts` treads and landings of this depth between them. */
export function layoutOf(spec: LayoutSpec, counts: readonly number[], depth: number): StairLayout {
  const runs = counts.map((treads) => runOf(treads, spec.tread));
  const shape = spec.shape ?? 'straight';
  switch (shape) {
    case 'l':
      return inTurnDirection(spec, lShape(spec.width, runs, depth));
    case 'u':
      return inTurnDirection(spec, uShape(spec.width, runs, depth));
    case 'straight':
      return straight(spec.width, runs, depth);
    default:
      return shape satisfies never;
  }
}

function mirrorPlace([s, t]: Place): Place {
  return [s, 0 - t];
}

/** A layout that turns left, or its mirror image if the stair turns right. */
function inTurnDirection({ turn }: LayoutSpec, layout: StairLayout): StairLayout {
  if (turn !== 'right') return layout;
  return {
    ...layout,
    flights: layout.flights.map(({ s, t, quarters }) => ({ s, t: 0 - t, quarters: 0 - quarters })),
    landings: layout.landings.map(({ s, t, corners, rails: { left, right } }) => ({
      s,
      t: [0 - t[1], 0 - t[0]],
      corners: corners.map(mirrorPlace),
      rails: { left: right.map(mirrorPlace), right: left.map(mirrorPlace) },
    })),
    outline: layout.outline.map(mirrorPlace),
  };
}

function straight(width: number, runs: readonly number[], depth: number): StairLayout {
  const half = width / 2;
  const edge = half - RAIL_INSET_MM;
  const starts = runs.map((_, i) => runs.slice(0, i).reduce((sum, run) => sum + run + depth, 0));
  const length = at(starts, starts.length - 1) + at(runs, runs.length - 1);
  return {
    flights: starts.map((s) => ({ s, t: 0, quarters: 0 })),
    landings: starts.slice(1).map((s) => ({
      s: [s - depth, s],
      t: [0 - half, half],
      corners: [],
      rails: {
        left: [
          [s - depth, edge],
          [s, edge],
        ],
        right: [
          [s - depth, 0 - edge],
          [s, 0 - edge],
        ],
      },
    })),
    outline: boxCorners({ s: [0, length], t: [0 - half, half] }),
    length,
  };
}

/** A quarter turn to the left. The second flight starts at the far edge of the landing. */
function lShape(width: number, runs: readonly number[], depth: number): StairLayout {
  const [half, first, second] = [width / 2, at(runs, 0), at(runs, 1)];
  const [far, side, edge] = [first + depth, depth - half, half - RAIL_INSET_MM];
  const outer = far - RAIL_INSET_MM;
  return {
    flights: [
      { s: 0, t: 0, quarters: 0 },
      { s: far - half, t: side, quarters: 1 },
    ],
    landings: [
      {
        s: [first, far],
        t: [0 - half, side],
        corners: [[far - half, 0]],
        rails: {
          // A landing that is as deep as it is wide has no free inner edge.
          left:
            depth > width
              ? [
                  [first + RAIL_INSET_MM, edge],
                  [first + RAIL_INSET_MM, side - RAIL_INSET_MM],
                  [far - width + RAIL_INSET_MM, side - RAIL_INSET_MM],
                ]
              : [],
          right: [
            [first, 0 - edge],
            [outer, 0 - edge],
            [outer, side],
          ],
        },
      },
    ],
    outline: [
      [0, 0 - half],
      [far, 0 - half],
      [far, side + second],
      [far - width, side + second],
      [far - width, side],
      [first, side],
      [first, half],
      [0, half],
    ],
    length: first + (depth - half) + side + second,
  };
}

/** A half turn to the left; the second flight returns parallel to the first. */
function uShape(width: number, runs: readonly number[], depth: number): StairLayout {
  const [half, first, second] = [width / 2, at(runs, 0), at(runs, 1)];
  const [far, away, back] = [first + depth, width + WELL_MM, first - second];
  const [edge, outer] = [half - RAIL_INSET_MM, far - RAIL_INSET_MM];
  return {
    flights: [
      { s: 0, t: 0, quarters: 0 },
      { s: first, t: away, quarters: 2 },
    ],
    landings: [
      {
        s: [first, far],
        t: [0 - half, away + half],
        corners: [
          [first + depth / 2, 0],
          [first + depth / 2, away],
        ],
        rails: {
          left: [
            [first + RAIL_INSET_MM, edge],
            [first + RAIL_INSET_MM, away - edge],
          ],
          right: [
            [first, 0 - edge],
            [outer, 0 - edge],
            [outer, away + edge],
            [first, away + edge],
          ],
        },
      },
    ],
    outline: [
      [0, 0 - half],
      [far, 0 - half],
      [far, away + half],
      [back, away + half],
      [back, away - half],
      [first, away - half],
      [first, half],
      [0, half],
    ],
    length: first + depth + away + second,
  };
}
