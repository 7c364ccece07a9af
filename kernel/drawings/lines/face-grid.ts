/** @module face grid: which faces lie in which cell of the picture, nearest first, and how deep one sees at most. */
import { at } from '../../geometry/indexed.ts';
import type { Face } from './faces.ts';

/** Least size of a cell, mm, and most cells. */
const LEAST_CELL_MM = 50;
const MOST_CELLS = 250_000;

export type FaceGrid = {
  readonly left: number;
  readonly bottom: number;
  readonly size: number;
  readonly columns: number;
  readonly rows: number;
  /** Indexes of faces by cell, in the order of their nearest points. */
  readonly cells: readonly (readonly number[])[];
  /** Whatever in the cell is deeper than this is hidden all over the cell, mm. */
  readonly cover: Float64Array;
};

/** Sorts faces into cells. What is hidden all over a cell is left out of it. */
export function gridOver(faces: readonly Face[]): FaceGrid {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const face of faces) {
    left = Math.min(left, face.left);
    right = Math.max(right, face.right);
    bottom = Math.min(bottom, face.bottom);
    top = Math.max(top, face.top);
  }
  if (left > right) [left, bottom, right, top] = [0, 0, 1, 1];
  const [width, height] = [right - left, top - bottom];
  const wanted = Math.min(MOST_CELLS, Math.max(64, faces.length * 2));
  const size = Math.max(
    LEAST_CELL_MM,
    Math.sqrt((width * height) / wanted),
    Math.max(width, height) / 2000,
  );
  const columns = Math.floor(width / size) + 1;
  const rows = Math.floor(height / size) + 1;
  const cells = Array.from({ length: columns * rows }, (): number[] => []);
  const cover = new Float64Array(columns * rows).fill(Infinity);
  const grid = { left, bottom, size, columns, rows, cells, cover };
  const order = faces
    .map((_, i) => i)
    .toSorted((a, b) => at(faces, a).nearest - at(faces, b).nearest || a - b);
  for (const index of order) addFace(at(faces, index), index, grid);
  return grid;
}

type Filling = FaceGrid & { readonly cells: readonly number[][] };

function addFace(face: Face, index: number, grid: Filling): void {
  const { left, bottom, size, columns, rows, cells, cover } = grid;
  const first = Math.max(0, Math.floor((face.left - left) / size));
  const last = Math.min(columns - 1, Math.floor((face.right - left) / size));
  const low = Math.max(0, Math.floor((face.bottom - bottom) / size));
  const high = Math.min(rows - 1, Math.floor((face.top - bottom) / size));
  const span = last - first + 1;
  // Cells that a side goes through are covered in part; of the others the middle tells.
  const touched = new Uint8Array(span * (high - low + 1));
  for (let i = 0; i + 3 < face.sides.length; i += 4) {
    const [ax, ay] = [(at(face.sides, i) - left) / size, (at(face.sides, i + 1) - bottom) / size];
    const [bx, by] = [
      (at(face.sides, i + 2) - left) / size,
      (at(face.sides, i + 3) - bottom) / size,
    ];
    for (
      let row = Math.max(low, Math.floor(Math.min(ay, by)));
      row <= Math.min(high, Math.floor(Math.max(ay, by)));
      row += 1
    ) {
      const [from, to] = columnsIn(row, [ax, ay, bx, by]);
      const [start, end] = [Math.max(first, from), Math.min(last, to)];
      touched.fill(1, (row - low) * span + start - first, (row - low) * span + end - first + 1);
    }
  }
  for (let row = low; row <= high; row += 1) {
    for (let column = first; column <= last; column += 1) {
      const cell = row * columns + column;
      if (face.nearest >= at(cover, cell)) continue;
      if (at(touched, (row - low) * span + column - first) === 1) {
        at(cells, cell).push(index);
        continue;
      }
      const [x, y] = [left + (column + 0.5) * size, bottom + (row + 0.5) * size];
      if (!isInside(face, x, y)) continue;
      at(cells, cell).push(index);
      const deepest = depthOf(face, x, y) + ((Math.abs(face.px) + Math.abs(face.py)) * size) / 2;
      cover[cell] = Math.min(at(cover, cell), deepest);
    }
  }
}

/** First and last column that a side crosses in a row of cells, with a cell to spare at rounding. */
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

/** Depth of the plane of a face at a place, mm. */
export function depthOf({ px, py, p0 }: Face, x: number, y: number): number {
  return px * x + py * y + p0;
}

/** Whether a place lies in a face. */
function isInside({ sides }: Face, x: number, y: number): boolean {
  let inside = false;
  for (let i = 0; i + 3 < sides.length; i += 4) {
    const [ay, by] = [at(sides, i + 1), at(sides, i + 3)];
    if (ay > y === by > y) continue;
    const ax = at(sides, i);
    if (x < ax + ((y - ay) / (by - ay)) * (at(sides, i + 2) - ax)) inside = !inside;
  }
  return inside;
}

/** How deep one sees at a place, mm; infinite where nothing is. */
export function seenDepth(faces: readonly Face[], grid: FaceGrid, x: number, y: number): number {
  const column = Math.floor((x - grid.left) / grid.size);
  const row = Math.floor((y - grid.bottom) / grid.size);
  if (column < 0 || row < 0 || column >= grid.columns || row >= grid.rows) return Infinity;
  let depth = Infinity;
  for (const index of at(grid.cells, row * grid.columns + column)) {
    const face = at(faces, index);
    if (face.nearest >= depth) break;
    if (x < face.left || x > face.right || y < face.bottom || y > face.top) continue;
    if (isInside(face, x, y)) depth = Math.min(depth, depthOf(face, x, y));
  }
  return depth;
}
