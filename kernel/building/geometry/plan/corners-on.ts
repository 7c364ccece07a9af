/** @module corners on sides: inserts into an outline the corners of other outlines that are on its sides. */

import { at } from '../indexed.ts';
import { ON_SIDE_MM } from '../tolerances.ts';
import type { Point2 } from '../vector.ts';
import type { Ring } from './polygon.ts';

/**
 * The outline (mm on the grid) with those of the other corners inserted that are on its sides, in order. Touching
 * outlines then share their corners, so that their union leaves no slivers: without them, a side misses a corner that
 * was rounded to the grid by up to 0.001 mm.
 */
export function withCornersOn(ring: Ring, corners: Iterable<Point2>): Ring {
  const known = new Set(ring.map(keyOf));
  const others: Point2[] = [];
  for (const corner of corners) {
    if (known.size < known.add(keyOf(corner)).size) others.push(corner);
  }
  if (others.length === 0) return ring;
  return insertOnSides(ring, others);
}

/** The outline (mm on the grid) with each point that is on a side inserted, in order along the side. */
export function insertOnSides(ring: Ring, points: readonly Point2[]): Ring {
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

/** Position of a point on a side as a fraction between 0 and 1; null if it is off the side or beyond its ends. */
function shareOn(p: Point2, a: Point2, b: Point2): number | null {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const square = dx * dx + dy * dy;
  const share = ((p.x - a.x) * dx + (p.y - a.y) * dy) / square;
  const distance = Math.abs((p.x - a.x) * dy - (p.y - a.y) * dx) / Math.sqrt(square);
  return share > 0 && share < 1 && distance < ON_SIDE_MM ? share : null;
}
