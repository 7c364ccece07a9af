/** @module corners on: an outline with the corners of others put into the sides that these lie on. */
import { at } from '../indexed.ts';
import type { Point2 } from '../vector.ts';
import type { Ring } from './polygon.ts';

/** A corner this near to a side lies on it but for the rounding of both to 0.001 mm. */
const ON_SIDE_MM = 0.001_5;

/**
 * The outline (mm on the grid) with the corners of others that lie on its sides put into these, in order. Outlines that
 * touch share their corners then, and a union of them leaves nothing between: a side alone passes by a corner that was
 * rounded to the grid at up to 0.001 mm.
 */
export function withCornersOn(ring: Ring, corners: Iterable<Point2>): Ring {
  const known = new Set(ring.map(keyOf));
  const others: Point2[] = [];
  for (const corner of corners) {
    if (known.size < known.add(keyOf(corner)).size) others.push(corner);
  }
  if (others.length === 0) return ring;
  return withPointsOn(ring, others);
}

/** The outline (mm on the grid) with each of these points that lies on a side put into it, in order along the side. */
export function withPointsOn(ring: Ring, points: readonly Point2[]): Ring {
  return ring.flatMap((a, i) => {
    const b = ring[i + 1] ?? at(ring, 0);
    const on: { readonly corner: Point2; readonly share: number }[] = [];
    for (const corner of points) {
      const share = shareOn(corner, a, b);
      if (share !== null) on.push({ corner, share });
    }
    on.sort((p, q) => p.share - q.share);
    return [a, ...on.map(({ corner }) => corner)];
  });
}

function keyOf({ x, y }: Point2): string {
  return `${x} ${y}`;
}

/** How far along a side a point lies on it, between 0 and 1; null where it is beside it or beyond its ends. */
function shareOn(p: Point2, a: Point2, b: Point2): number | null {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const square = dx * dx + dy * dy;
  const share = ((p.x - a.x) * dx + (p.y - a.y) * dy) / square;
  const beside = Math.abs((p.x - a.x) * dy - (p.y - a.y) * dx) / Math.sqrt(square);
  return share > 0 && share < 1 && beside < ON_SIDE_MM ? share : null;
}
