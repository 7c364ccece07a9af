/** @module stair layout: where flights and landings lie in plan, in the frame of the first flight. */

import { at } from '../indexed.ts';
import { micrometres } from '../vector.ts';
import type { FrameBox } from './flight.ts';
import type { RailPath } from './handrail.ts';
import { RAIL_INSET_MM } from './handrail.ts';

/** Along the first flight from its first riser, and to its left; mm. */
type Place = readonly [s: number, t: number];

/** A landing, with the corners of the walking line on it and its free edges as rails follow them, seen upwards. */
type LandingPlace = Pick<FrameBox, 's' | 't'> & {
  readonly corners: readonly Place[];
  readonly rails: { readonly left: RailPath; readonly right: RailPath };
};

/** Lengths mm. */
export type StairLayout = {
  /** Middle of the first riser of each flight, and its quarter turns to the left. */
  readonly flights: readonly {
    readonly s: number;
    readonly t: number;
    readonly quarters: number;
  }[];
  readonly landings: readonly LandingPlace[];
  /** Corners of the outline; neighbours can be the same. */
  readonly outline: readonly Place[];
  /** Of the walking line in plan. */
  readonly length: number;
};

/** What the layout follows from; lengths mm. */
export type LayoutSpec = {
  readonly width: number;
  readonly tread: number;
  readonly shape?: 'straight' | 'l' | 'u' | null;
  readonly turn?: 'left' | 'right' | null;
};

/** Between the two flights of a `u`, mm. */
const WELL_MM = 100;

/** Length in plan of a flight: one tread fewer than risers, exact on the grid, mm. */
export function runOf(risers: number, tread: number): number {
  return ((risers - 1) * micrometres(tread)) / 1000;
}

/** Flights with these many risers, and landings of this depth between them. */
export function layoutOf(spec: LayoutSpec, counts: readonly number[], depth: number): StairLayout {
  const runs = counts.map((risers) => runOf(risers, spec.tread));
  const shape = spec.shape ?? 'straight';
  switch (shape) {
    case 'l':
      return turnedFrom(spec, lShape(spec.width, runs, depth));
    case 'u':
      return turnedFrom(spec, uShape(spec.width, runs, depth));
    case 'straight':
      return straight(spec.width, runs, depth);
    default:
      return shape satisfies never;
  }
}

function mirrored([s, t]: Place): Place {
  return [s, 0 - t];
}

/** The layout of a stair that turns to the left, or its mirror image. */
function turnedFrom({ turn }: LayoutSpec, layout: StairLayout): StairLayout {
  if (turn !== 'right') return layout;
  return {
    ...layout,
    flights: layout.flights.map(({ s, t, quarters }) => ({ s, t: 0 - t, quarters: 0 - quarters })),
    landings: layout.landings.map(({ s, t, corners, rails: { left, right } }) => ({
      s,
      t: [0 - t[1], 0 - t[0]],
      corners: corners.map(mirrored),
      rails: { left: right.map(mirrored), right: left.map(mirrored) },
    })),
    outline: layout.outline.map(mirrored),
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
    outline: [
      [0, 0 - half],
      [length, 0 - half],
      [length, half],
      [0, half],
    ],
    length,
  };
}

/** A quarter turn to the left. The second flight leaves the landing along its far edge. */
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
          // As deep as wide it has no free edge inside.
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

/** A half turn to the left, back beside the first flight. */
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
