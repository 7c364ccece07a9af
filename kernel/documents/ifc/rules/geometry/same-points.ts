/** @module same-points: finds two points that are closer than a distance. */
import { checkpoint } from '../../../../base/work/checkpoint.ts';
import { distance, type Point } from './points.ts';

/** Below this number of points, all pairs are compared. */
const FEW = 12;
/** Points compared between two checkpoints. */
const BETWEEN_CHECKPOINTS = 1024;

/** Indices of the first two points that are closer than `nearer` and accepted by `counts`; null if there are none. */
export function firstSame(
  points: readonly Point[],
  nearer: number,
  counts: (first: number, second: number) => boolean,
): readonly [number, number] | null {
  const cells = new Map<string, number[]>();
  for (const [second, point] of points.entries()) {
    if (second % BETWEEN_CHECKPOINTS === BETWEEN_CHECKPOINTS - 1) checkpoint();
    const others =
      points.length <= FEW
        ? range(second)
        : around(point, nearer).flatMap((key) => cells.get(key) ?? []);
    for (const first of others) {
      if (counts(first, second) && distance(points[first] ?? [], point) < nearer) {
        return [first, second];
      }
    }
    const own = cellOf(point, nearer).join(',');
    const cell = cells.get(own);
    if (cell === undefined) cells.set(own, [second]);
    else cell.push(second);
  }
  return null;
}

function range(end: number): readonly number[] {
  return Array.from({ length: end }, (_, i) => i);
}

function cellOf(point: Point, size: number): readonly number[] {
  return [0, 1, 2].map((i) => Math.floor((point[i] ?? 0) / size));
}

/** The grid cell of a point and its neighbouring cells. */
function around(point: Point, size: number): readonly string[] {
  const [x = 0, y = 0, z = 0] = cellOf(point, size);
  const steps = [-1, 0, 1];
  return steps.flatMap((i) => steps.flatMap((j) => steps.map((k) => `${x + i},${y + j},${z + k}`)));
}
