/** @module raster: cells between the edges of rectangles on the face of a curtain wall, and rectangles of cells. */

import { at, filled, intAt } from '../indexed.ts';
import { onGridMm, type Rect } from './curtain-grid.ts';

/** Markers of cells without a member: a panel, a door or window, or a cell that is already part of a rectangle. */
export const [PANEL, CUT] = [-1, -2];
const TAKEN = -3;
/** Cells of other panels have this marker and those below it. */
const FIRST_PANEL = -4;

/** The marker of the panel with an index from 0. */
export function panelMarker(index: number): number {
  return FIRST_PANEL - index;
}

/** The index of the panel with a marker; null for other markers. */
export function panelIndex(marker: number): number | null {
  return marker <= FIRST_PANEL ? FIRST_PANEL - marker : null;
}

/**
 * Cells between successive stations and heights; `owner[row * columns + column]` is the index of a member or a marker.
 */
export type Cells = {
  readonly stations: readonly number[];
  readonly heights: readonly number[];
  readonly owner: number[];
};

/** The cells between the edges of rectangles, from the foot to a height; all are marked as panels. */
export function cellsAmong(rects: readonly Rect[], height: number): Cells {
  const stations = distinct(rects.flatMap(({ from, to }) => [from, to]));
  const heights = distinct([0, height, ...rects.flatMap(({ low, high }) => [low, high])]).filter(
    (z) => z >= 0 && z <= onGridMm(height),
  );
  const owner = filled(Math.max(0, stations.length - 1) * (heights.length - 1), PANEL);
  return { stations, heights, owner };
}

/** All values rounded to the 0.001 mm grid, distinct and ascending. */
function distinct(values: readonly number[]): readonly number[] {
  return [...new Set(values.map((value) => onGridMm(value)))].toSorted((a, b) => a - b);
}

/** Calls `visit` for every cell inside a rectangle whose edges are among those of the cells. */
export function eachCell(
  { stations, heights }: Cells,
  { from, to, low, high }: Rect,
  visit: (cell: number) => void,
): void {
  const columns = stations.length - 1;
  const [a, b] = [indexOf(stations, from), indexOf(stations, to)];
  const [c, d] = [indexOf(heights, low), indexOf(heights, high)];
  for (let row = c; row < d; row++) {
    for (let column = a; column < b; column++) visit(row * columns + column);
  }
}

/** Index of the first value that is not below `value`. */
function indexOf(values: readonly number[], value: number): number {
  const wanted = onGridMm(value);
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(values, middle) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a cell is inside a rectangle. */
export function isWithin({ stations, heights }: Cells, cell: number, gap: Rect): boolean {
  const columns = stations.length - 1;
  const [column, row] = [cell % columns, Math.floor(cell / columns)];
  return (
    at(stations, column) >= onGridMm(gap.from) &&
    at(stations, column + 1) <= onGridMm(gap.to) &&
    at(heights, row) >= onGridMm(gap.low) &&
    at(heights, row + 1) <= onGridMm(gap.high)
  );
}

/** A rectangle of cells with one owner. */
export type Owned = { readonly owner: number; readonly rect: Rect };

/** Merges cells of one owner into rectangles: upright members first upwards, others first sideways. */
export function rectanglesOf(
  { stations, heights, owner }: Cells,
  members: readonly { readonly upright: boolean }[],
): readonly Owned[] {
  const [columns, rows] = [stations.length - 1, heights.length - 1];
  const left = [...owner];
  const free = (of: number, box: { c: number; d: number; r: number; s: number }): boolean => {
    for (let row = box.r; row < box.s; row++) {
      for (let column = box.c; column < box.d; column++) {
        if (intAt(left, row * columns + column) !== of) return false;
      }
    }
    return true;
  };
  const found: Owned[] = [];
  for (let cell = 0; cell < left.length; cell++) {
    const of = intAt(left, cell);
    if (of === CUT || of === TAKEN) continue;
    const [c, r] = [cell % columns, Math.floor(cell / columns)];
    let [d, s] = [c + 1, r + 1];
    const up = (): void => {
      while (s < rows && free(of, { c, d, r: s, s: s + 1 })) s += 1;
    };
    const along = (): void => {
      while (d < columns && free(of, { c: d, d: d + 1, r, s })) d += 1;
    };
    if (members[of]?.upright === true) up();
    along();
    up();
    for (let row = r; row < s; row++) left.fill(TAKEN, row * columns + c, row * columns + d);
    const rect = {
      from: at(stations, c),
      to: at(stations, d),
      low: at(heights, r),
      high: at(heights, s),
    };
    found.push({ owner: of, rect });
  }
  return found;
}
