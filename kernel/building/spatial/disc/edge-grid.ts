/** @module edge grid: a grid of square cells over the sides of an area, so that a path is tested against few sides. */
import { at } from '../../geometry/indexed.ts';
import type { Area } from '../../geometry/plan/regions.ts';
import type { Point2 } from '../../geometry/vector.ts';

/** One side; the area lies to its left. mm. */
export type Edge = { readonly a: Point2; readonly b: Point2 };

/** All sides, and a grid of the cells that they cross; its origin (x, y) and its cell size are in mm. */
export type EdgeGrid = {
  readonly edges: readonly Edge[];
  readonly x: number;
  readonly y: number;
  readonly cell_mm: number;
  readonly columns: number;
  readonly rows: number;
  /** `members[first[c]]` to `members[first[c + 1] - 1]` are the sides of cell c. */
  readonly first: Uint32Array;
  readonly members: Uint32Array;
};

/** Smallest cell size, mm. */
const MIN_CELL_MM = 250;
/** Maximum number of cells, approximately. */
const MAX_CELLS = 250_000;

/** The sides of the area, ring by ring. */
export function edgesOf(area: Area): readonly Edge[] {
  return area.flatMap((ring) => ring.map((a, i) => ({ a, b: ring[i + 1] ?? at(ring, 0) })));
}

/** Builds a grid of the sides; the cells are half as wide as the mean side is long. */
export function gridOf(edges: readonly Edge[]): EdgeGrid {
  let [x0, y0, x1, y1, length] = [Infinity, Infinity, -Infinity, -Infinity, 0];
  for (const { a, b } of edges) {
    x0 = Math.min(x0, a.x, b.x);
    y0 = Math.min(y0, a.y, b.y);
    x1 = Math.max(x1, a.x, b.x);
    y1 = Math.max(y1, a.y, b.y);
    length += Math.abs(b.x - a.x) + Math.abs(b.y - a.y);
  }
  if (edges.length === 0) [x0, y0, x1, y1] = [0, 0, 0, 0];
  const least = Math.sqrt(((x1 - x0) * (y1 - y0)) / MAX_CELLS);
  const cell_mm = Math.max(MIN_CELL_MM, least, length / Math.max(edges.length, 1) / 2);
  const columns = Math.floor((x1 - x0) / cell_mm) + 1;
  const rows = Math.floor((y1 - y0) / cell_mm) + 1;
  const frame = { edges, x: x0, y: y0, cell_mm, columns, rows };
  const first = new Uint32Array(columns * rows + 1);
  for (const { a, b } of edges) {
    eachCell(frame, { a, b }, 0, (cell) => {
      first[cell + 1] = (first[cell + 1] ?? 0) + 1;
      return true;
    });
  }
  for (let cell = 0; cell + 1 < first.length; cell++) {
    first[cell + 1] = (first[cell + 1] ?? 0) + (first[cell] ?? 0);
  }
  const members = new Uint32Array(first[columns * rows] ?? 0);
  const next = first.slice();
  for (const [i, { a, b }] of edges.entries()) {
    eachCell(frame, { a, b }, 0, (cell) => {
      const place = next[cell] ?? 0;
      members[place] = i;
      next[cell] = place + 1;
      return true;
    });
  }
  return { ...frame, first, members };
}

type Frame = Pick<EdgeGrid, 'x' | 'y' | 'cell_mm' | 'columns' | 'rows'>;

/** Calls `visit` for each cell within `reach` mm of the segment until it returns false. Returns whether no call did. */
function eachCell(
  { x, y, cell_mm, columns, rows }: Frame,
  { a, b }: Edge,
  reach: number,
  visit: (cell: number) => boolean,
): boolean {
  const [low, high] = a.y <= b.y ? [a, b] : [b, a];
  const place = (value: number, zero: number, most: number): number =>
    Math.max(0, Math.min(most - 1, Math.floor((value - zero) / cell_mm)));
  const slope = high.y === low.y ? 0 : (high.x - low.x) / (high.y - low.y);
  // A small margin, so that rounding omits no cell.
  const more = reach + 1e-6;
  const last = place(high.y + more, y, rows);
  for (let row = place(low.y - more, y, rows); row <= last; row++) {
    const bottom = Math.min(high.y, Math.max(low.y, y + row * cell_mm - more));
    const top = Math.max(low.y, Math.min(high.y, y + (row + 1) * cell_mm + more));
    const flat = slope === 0;
    const left = flat ? low.x : low.x + (bottom - low.y) * slope;
    const right = flat ? high.x : low.x + (top - low.y) * slope;
    const end = place(Math.max(left, right) + more, x, columns);
    for (let column = place(Math.min(left, right) - more, x, columns); column <= end; column++) {
      if (!visit(row * columns + column)) return false;
    }
  }
  return true;
}

/**
 * Calls `visit` with the number of each side whose cells are within `reach` mm of the segment, until it returns false.
 * A side can be visited more than once. Returns whether no call returned false.
 */
export function eachEdgeNear(
  grid: EdgeGrid,
  segment: Edge,
  reach: number,
  visit: (edge: number) => boolean,
): boolean {
  const { first, members } = grid;
  return eachCell(grid, segment, reach, (cell) => {
    const end = first[cell + 1] ?? 0;
    for (let i = first[cell] ?? 0; i < end; i++) {
      if (!visit(members[i] ?? 0)) return false;
    }
    return true;
  });
}
