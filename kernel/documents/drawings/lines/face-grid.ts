/**
 * @module face grid: the faces in each cell of the picture, nearest first, and an upper bound of the visible depth in
 * each cell.
 */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { FLUSH_MM } from './cover.ts';
import type { Face } from './faces.ts';
import { depthOf, isInside } from './faces.ts';

/** Minimum side of a cell, mm. */
const MIN_CELL_MM = 50;
/** Approximate maximum number of cells. */
const MAX_CELLS = 250_000;

/** The cells of a picture, row by row from the bottom. */
export type FaceGrid = {
  /** Lower left corner of the grid in the frame of the view, and side of a cell; mm. */
  readonly left: number;
  readonly bottom: number;
  readonly size: number;
  readonly columns: number;
  readonly rows: number;
  /** Indexes of the faces in each cell, ordered by their nearest points. */
  readonly cells: readonly (readonly number[])[];
  /** For each cell, the depth behind which everything is hidden all over the cell, mm. */
  readonly cover: Float64Array;
  /**
   * One entry per face: 0 if the face is hidden in every cell, so that neither it nor its edges are visible; else 1.
   */
  readonly shown: Uint8Array;
};

/** Number of visited cells between two checkpoints. */
const LOOKS = 200_000;
/** Mean number of faces in a bucket. */
const SORTED = 64;

/** Sorts faces into cells. A face that is hidden all over a cell is left out of that cell. */
export function gridOver(faces: readonly Face[]): FaceGrid {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const face of faces) {
    if (face.left < left) left = face.left;
    if (face.right > right) right = face.right;
    if (face.bottom < bottom) bottom = face.bottom;
    if (face.top > top) top = face.top;
  }
  if (left > right) [left, bottom, right, top] = [0, 0, 1, 1];
  const [width, height] = [right - left, top - bottom];
  const wanted = Math.min(MAX_CELLS, Math.max(64, faces.length * 2));
  const size = Math.max(
    MIN_CELL_MM,
    Math.sqrt((width * height) / wanted),
    Math.max(width, height) / 2000,
  );
  const columns = Math.floor(width / size) + 1;
  const rows = Math.floor(height / size) + 1;
  const cells = Array.from({ length: columns * rows }, (): number[] => EMPTY);
  const cover = new Float64Array(columns * rows).fill(Infinity);
  const shown = new Uint8Array(faces.length);
  const grid = { left, bottom, size, columns, rows, cells, cover, shown };
  let [looks, done] = [0, 0];
  for (const bucket of bucketsOf(faces)) {
    for (const index of bucket) {
      const face = faces[index];
      if (face !== undefined) looks += addFace(face, index, grid);
      done += 1;
      if (looks < LOOKS) continue;
      looks = 0;
      checkpoint({ done, total: faces.length, doing: 'faces' });
    }
  }
  return grid;
}

/** Shared placeholder for a cell without faces; it is never modified. */
const EMPTY: number[] = [];

/** Yields the faces in the order of their nearest points, in small buckets. */
function* bucketsOf(faces: readonly Face[]): Iterable<readonly number[]> {
  let [low, high] = [Infinity, -Infinity];
  for (const { nearest } of faces) {
    if (nearest < low) low = nearest;
    if (nearest > high) high = nearest;
  }
  const count = Math.ceil(faces.length / SORTED);
  const per_mm = high > low ? (count - 1) / (high - low) : 0;
  const buckets = Array.from({ length: count }, (): number[] => []);
  for (const [index, { nearest }] of faces.entries()) {
    buckets[Math.floor((nearest - low) * per_mm)]?.push(index);
  }
  const nearestOf = (index: number): number => faces[index]?.nearest ?? 0;
  for (const bucket of buckets) {
    yield bucket.toSorted((a, b) => nearestOf(a) - nearestOf(b) || a - b);
  }
}

type Filling = FaceGrid & { readonly cells: number[][] };

/** Scratch buffer: 1 for each cell near a face that a side of the face passes through. */
let touched = new Uint8Array(1024);

/** Adds a face to its cells. Returns a measure of the work done (cells visited and sides tested). */
function addFace(face: Face, index: number, grid: Filling): number {
  const { left, bottom, size, columns, rows, cover, shown } = grid;
  const first = Math.max(0, Math.floor((face.left - left) / size));
  const last = Math.min(columns - 1, Math.floor((face.right - left) / size));
  const low = Math.max(0, Math.floor((face.bottom - bottom) / size));
  const high = Math.min(rows - 1, Math.floor((face.top - bottom) / size));
  const span = last - first + 1;
  const looks = span * (high - low + 1);
  if (!isOpen(face, grid, [first, last, low, high])) return looks;
  touchCells(face, grid, [first, last, low, high]);
  const slope = ((Math.abs(face.px) + Math.abs(face.py)) * size) / 2;
  for (let row = low; row <= high; row += 1) {
    for (let column = first; column <= last; column += 1) {
      const cell = row * columns + column;
      const covered = cover[cell] ?? Infinity;
      if (face.nearest >= covered) {
        if (face.nearest < covered + FLUSH_MM) shown[index] = 1;
        continue;
      }
      if (touched[(row - low) * span + column - first] === 1) {
        put(grid, cell, index);
        continue;
      }
      const [x, y] = [left + (column + 0.5) * size, bottom + (row + 0.5) * size];
      if (!isInside(face, x, y)) continue;
      put(grid, cell, index);
      const deepest = depthOf(face, x, y) + slope;
      if (deepest < covered) cover[cell] = deepest;
    }
  }
  return 2 * looks + face.sides.length;
}

type Cells = readonly [first: number, last: number, low: number, high: number];

/** Whether a face at this depth would be visible in at least one of these cells. */
function isOpen({ nearest }: Face, { cover, columns }: Filling, cells: Cells): boolean {
  const [first, last, low, high] = cells;
  for (let row = low; row <= high; row += 1) {
    for (let cell = row * columns + first; cell <= row * columns + last; cell += 1) {
      if (nearest < (cover[cell] ?? Infinity) + FLUSH_MM) return true;
    }
  }
  return false;
}

function put({ cells, shown }: Filling, cell: number, index: number): void {
  const own = cells[cell];
  if (own === undefined || own === EMPTY) cells[cell] = [index];
  else own.push(index);
  shown[index] = 1;
}

/**
 * Marks the cells that a side passes through: the face covers them only in part. For all other cells, a test of the
 * centre decides whether the face covers them.
 */
function touchCells({ sides }: Face, { left, bottom, size }: Filling, cells: Cells): void {
  const [first, last, low, high] = cells;
  const span = last - first + 1;
  const count = span * (high - low + 1);
  if (touched.length < count) touched = new Uint8Array(2 * count);
  else touched.fill(0, 0, count);
  for (let i = 0; i + 3 < sides.length; i += 4) {
    const ax = ((sides[i] ?? 0) - left) / size;
    const ay = ((sides[i + 1] ?? 0) - bottom) / size;
    const bx = ((sides[i + 2] ?? 0) - left) / size;
    const by = ((sides[i + 3] ?? 0) - bottom) / size;
    const end = Math.min(high, Math.floor(Math.max(ay, by)));
    for (let row = Math.max(low, Math.floor(Math.min(ay, by))); row <= end; row += 1) {
      const [from, to] = columnsIn(row, [ax, ay, bx, by]);
      const [start, stop] = [Math.max(first, from), Math.min(last, to)];
      touched.fill(1, (row - low) * span + start - first, (row - low) * span + stop - first + 1);
    }
  }
}

/** First and last column that a side crosses in a row of cells, with a tolerance for rounding errors. */
function columnsIn(
  row: number,
  [ax, ay, bx, by]: readonly [number, number, number, number],
): readonly [number, number] {
  const slack = 1e-9;
  if (Math.abs(by - ay) < slack) {
    return [Math.floor(Math.min(ax, bx) - slack), Math.floor(Math.max(ax, bx) + slack)];
  }
  const t0 = Math.min(1, Math.max(0, (row - slack - ay) / (by - ay)));
  const t1 = Math.min(1, Math.max(0, (row + 1 + slack - ay) / (by - ay)));
  const [x0, x1] = [ax + (bx - ax) * t0, ax + (bx - ax) * t1];
  return [Math.floor(Math.min(x0, x1) - slack), Math.floor(Math.max(x0, x1) + slack)];
}

/** The visible depth at a place, mm; Infinity if there is no face. */
export function seenDepth(faces: readonly Face[], grid: FaceGrid, x: number, y: number): number {
  const column = Math.floor((x - grid.left) / grid.size);
  const row = Math.floor((y - grid.bottom) / grid.size);
  if (column < 0 || row < 0 || column >= grid.columns || row >= grid.rows) return Infinity;
  let depth = Infinity;
  for (const index of grid.cells[row * grid.columns + column] ?? []) {
    const face = faces[index];
    if (face === undefined || face.nearest >= depth) break;
    if (x < face.left || x > face.right || y < face.bottom || y > face.top) continue;
    if (isInside(face, x, y)) depth = Math.min(depth, depthOf(face, x, y));
  }
  return depth;
}
