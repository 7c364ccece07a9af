/** @module same-points: two points of many that are nearer than a distance. */
import { distance, type Point } from './points.ts';

/** Below so many points each is compared with each. */
const FEW = 12;
/** Points that are looked at between two steps. */
const BETWEEN_STEPS = 1024;

/** Places of the first two points that are nearer than a distance, among those that a filter takes; null where there are none. Yields null now and then. */
export function* firstSame(
  points: readonly Point[],
  nearer: number,
  counts: (first: number, second: number) => boolean,
): Generator<null, readonly [number, number] | null, void> {
  const cells = new Map<string, number[]>();
  for (const [second, point] of points.entries()) {
    if (second % BETWEEN_STEPS === BETWEEN_STEPS - 1) yield null;
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

/** The cell of a point and those that touch it. */
function around(point: Point, size: number): readonly string[] {
  const [x = 0, y = 0, z = 0] = cellOf(point, size);
  const steps = [-1, 0, 1];
  return steps.flatMap((i) => steps.flatMap((j) => steps.map((k) => `${x + i},${y + j},${z + k}`)));
}
