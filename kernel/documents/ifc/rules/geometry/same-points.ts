/** @module same-points: finds two points that are closer than a distance. */
import { checkpoint } from '../../../../base/work/checkpoint.ts';
import { distance, type Point } from './points.ts';

type Same = readonly [first: number, second: number];

const NONE: readonly number[] = [];
/** Below this number of points, all pairs are compared. */
const FEW = 12;
/** Points compared between two checkpoints. */
const BETWEEN_CHECKPOINTS = 1024;

/** Indices of the first two points that are closer than `nearer` and accepted by `counts`; null if there are none. */
export function firstSame(points: readonly Point[], nearer: number, counts: Counts): Same | null {
  return points.length <= FEW
    ? firstOfFew(points, nearer, counts)
    : firstOfMany(points, nearer, counts);
}

type Counts = (first: number, second: number) => boolean;

function firstOfFew(points: readonly Point[], nearer: number, counts: Counts): Same | null {
  for (const [second, point] of points.entries()) {
    for (let first = 0; first < second; first += 1) {
      if (counts(first, second) && distance(points[first] ?? [], point) < nearer) {
        return [first, second];
      }
    }
  }
  return null;
}

/** By a grid of cells: points in cells that are not adjacent are at least `nearer` apart. */
function firstOfMany(points: readonly Point[], nearer: number, counts: Counts): Same | null {
  const grid: Grid = new Map();
  for (const [second, point] of points.entries()) {
    if (second % BETWEEN_CHECKPOINTS === BETWEEN_CHECKPOINTS - 1) checkpoint();
    const [x = 0, y = 0, z = 0] = point;
    const cell = [Math.floor(x / nearer), Math.floor(y / nearer), Math.floor(z / nearer)] as const;
    for (const first of around(cell, grid)) {
      if (counts(first, second) && distance(points[first] ?? [], point) < nearer) {
        return [first, second];
      }
    }
    put(second, cell, grid);
  }
  return null;
}

/** Indices of points by the numbers of their cells along x, y and z. */
type Grid = Map<number, Map<number, Map<number, number[]>>>;
type Cell = readonly [x: number, y: number, z: number];

const STEPS = [-1, 0, 1] as const;

function put(index: number, [x, y, z]: Cell, grid: Grid): void {
  const plane = grid.get(x) ?? new Map<number, Map<number, number[]>>();
  if (plane.size === 0) grid.set(x, plane);
  const line = plane.get(y) ?? new Map<number, number[]>();
  if (line.size === 0) plane.set(y, line);
  const cell = line.get(z);
  if (cell === undefined) line.set(z, [index]);
  else cell.push(index);
}

/** Points in a grid cell and its neighbouring cells. */
function around([x, y, z]: Cell, grid: Grid): readonly number[] {
  let found: readonly number[] = NONE;
  for (const i of STEPS) {
    const plane = grid.get(x + i);
    for (const j of plane === undefined ? NONE : STEPS) {
      const line = plane?.get(y + j);
      for (const k of line === undefined ? NONE : STEPS) {
        const cell = line?.get(z + k);
        if (cell !== undefined) found = found.length === 0 ? cell : [...found, ...cell];
      }
    }
  }
  return found;
}
