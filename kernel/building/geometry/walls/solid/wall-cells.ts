/** @module wall cells: a wall with openings as a grid of cells between stations and elevations. */

import { at } from '../../indexed.ts';

/** An opening in stations along the wall and elevations, mm; ±Infinity where it extends past the end of the wall. */
export type Cut = {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
  /** Whether it was shortened at an oblique end. */
  readonly short: boolean;
};

/** Cells between stations and levels (elevations); `solid[piece][level]` is false inside an opening. */
export type Cells = {
  readonly stations: readonly number[];
  readonly levels: readonly number[];
  readonly solid: readonly (readonly boolean[])[];
};

/** The cells of a wall between `base` and `base + height`, mm, divided at the sides of its cuts. */
export function cellsOf(
  { base, height }: { readonly base: number; readonly height: number },
  cuts: readonly Cut[],
): Cells {
  const stations = distinct(cuts.flatMap(({ from, to }) => [from, to]).filter(Number.isFinite));
  const levels = distinct([base, base + height, ...cuts.flatMap(({ low, high }) => [low, high])]);
  const bounds = [-Infinity, ...stations, Infinity];
  const solid = bounds
    .slice(1)
    .map((to, piece) =>
      levels
        .slice(1)
        .map(
          (high, level) =>
            !cuts.some(
              (cut) =>
                cut.from <= at(bounds, piece) &&
                to <= cut.to &&
                cut.low <= at(levels, level) &&
                high <= cut.high,
            ),
        ),
    );
  return { stations, levels, solid };
}

function distinct(values: readonly number[]): readonly number[] {
  return values
    .toSorted((a, b) => a - b)
    .filter((value, i, sorted) => i === 0 || value !== sorted[i - 1]);
}
