/** @module clear distance: the point of a region that is farthest from the supports, and its distance from them. */
import type { PlanPoint } from '../../../../schemas/units.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { at } from '../../../building/geometry/indexed.ts';

/** Convex outlines, each a flat list of x, y in counter-clockwise order, mm. */
export type Rings = readonly (readonly number[])[];

export type Farthest = { readonly place: PlanPoint; readonly distance_mm: number };

/** Maximum error of the returned distance, mm; it is never too great. */
const PRECISION_MM = 5;
const STEP = 30;

/** A square cell, with the outlines that can be the closest ones to a point of the cell. */
type Cell = {
  readonly x: number;
  readonly y: number;
  readonly half: number;
  readonly region: Rings;
  readonly supports: Rings;
};

/**
 * Finds the farthest point by branch and bound over square cells: a cell is discarded once none of its points can be
 * farther. Corners of the region are tried first. The distance is infinite if there are no supports.
 */
export function farthestFrom(region: Rings, supports: Rings): Farthest {
  const corners = region.flatMap((ring) =>
    Array.from({ length: ring.length / 2 }, (_, i) => ({
      x: at(ring, 2 * i),
      y: at(ring, 2 * i + 1),
    })),
  );
  let best: Farthest = { place: { x: 0, y: 0 }, distance_mm: -1 };
  for (const place of corners) {
    const distance_mm = distanceTo(supports, place);
    if (distance_mm > best.distance_mm) best = { place, distance_mm };
  }
  const cells: Cell[] = [{ ...cellAround(corners), region, supports }];
  let done = 0;
  for (let cell = cells.pop(); cell !== undefined; cell = cells.pop()) {
    done += 1;
    if (done % STEP === 0) checkpoint({ done, total: done + cells.length, doing: 'spans' });
    const reach = cell.half * Math.SQRT2;
    const own = nearOnes(cell.region, cell, 2 * reach);
    const near = nearOnes(cell.supports, cell, 2 * reach);
    const [outside, distance_mm] = [own.distance_mm, near.distance_mm];
    if (outside > reach || distance_mm + reach <= best.distance_mm + PRECISION_MM) continue;
    if (outside === 0 && distance_mm > best.distance_mm) {
      best = { place: { x: cell.x, y: cell.y }, distance_mm };
    }
    const half = cell.half / 2;
    if (half < PRECISION_MM / 4) continue;
    for (const [i, j] of [
      [-1, -1],
      [1, -1],
      [-1, 1],
      [1, 1],
    ] as const) {
      cells.push({
        x: cell.x + i * half,
        y: cell.y + j * half,
        half,
        region: own.rings,
        supports: near.rings,
      });
    }
  }
  return best;
}

function cellAround(points: readonly PlanPoint[]): Pick<Cell, 'x' | 'y' | 'half'> {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { x: (x0 + x1) / 2, y: (y0 + y1) / 2, half: Math.max(x1 - x0, y1 - y0) / 2 };
}

/** Distance of a point from the closest outline; 0 if the point is inside one. */
function distanceTo(rings: Rings, point: PlanPoint): number {
  let least = Infinity;
  for (const ring of rings) {
    least = Math.min(least, distanceToRing(ring, point));
    if (least === 0) break;
  }
  return Math.sqrt(least);
}

/** Distance of a point from the closest outline, and the outlines that are at most `more` mm farther away. */
function nearOnes(
  rings: Rings,
  point: PlanPoint,
  more: number,
): { readonly distance_mm: number; readonly rings: Rings } {
  const distances = rings.map((ring) => Math.sqrt(distanceToRing(ring, point)));
  const distance_mm = distances.reduce((a, b) => Math.min(a, b), Infinity);
  return { distance_mm, rings: rings.filter((_, i) => at(distances, i) <= distance_mm + more) };
}

/** Square of the distance of a point from an outline; 0 if the point is inside. */
function distanceToRing(ring: readonly number[], { x, y }: PlanPoint): number {
  let least = Infinity;
  let inside = true;
  for (let i = 0; i < ring.length; i += 2) {
    const j = i + 2 === ring.length ? 0 : i + 2;
    const [ax, ay] = [at(ring, i), at(ring, i + 1)];
    const [dx, dy] = [at(ring, j) - ax, at(ring, j + 1) - ay];
    if (dx * (y - ay) - dy * (x - ax) < 0) inside = false;
    const share = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
    const t = Math.min(1, Math.max(0, share));
    least = Math.min(least, (ax + t * dx - x) ** 2 + (ay + t * dy - y) ** 2);
  }
  return inside ? 0 : least;
}
