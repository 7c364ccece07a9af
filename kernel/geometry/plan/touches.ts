/** @module touches: outlines that touch themselves, taken apart where they do. */

import { at, cyclic } from '../indexed.ts';
import type { Point2 } from '../vector.ts';
import type { Ring } from './polygon.ts';

/** A corner this near to a side lies on it, mm: both are on the grid. */
const ON_SIDE_MM = 0.0015;

/** The parts of an outline between the places where it touches itself, each in its own sense; itself where it does not. */
export function partedAtTouches(ring: Ring): readonly Ring[] {
  const corners = withTouchedCorners(ring);
  const parts: Ring[] = [];
  // Corners since the way was last at each place that is still on it.
  const way: Point2[] = [];
  const seen = new Map<string, number>();
  for (const corner of corners) {
    const key = `${corner.x},${corner.y}`;
    const known = seen.get(key);
    if (known !== undefined) {
      const loop = way.splice(known);
      for (const { x, y } of loop) seen.delete(`${x},${y}`);
      if (loop.length > 2) parts.push(loop);
    }
    seen.set(key, way.length);
    way.push(corner);
  }
  if (way.length > 2) parts.push(way);
  return parts.length > 1 ? parts : [ring];
}

/** The outline with a corner wherever one of its corners lies on one of its sides. */
function withTouchedCorners(ring: Ring): Ring {
  return ring.flatMap((a, i) => {
    const b = cyclic(ring, i + 1);
    const on = ring.filter((p) => p !== a && p !== b && isOnSide(a, b, p));
    const along = (p: Point2): number => (p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y);
    return [at(ring, i), ...on.toSorted((p, q) => along(p) - along(q))];
  });
}

function isOnSide(a: Point2, b: Point2, p: Point2): boolean {
  const [dx, dy, px, py] = [b.x - a.x, b.y - a.y, p.x - a.x, p.y - a.y];
  const square = dx * dx + dy * dy;
  const dot = dx * px + dy * py;
  return dot > 0 && dot < square && Math.abs(dx * py - dy * px) <= ON_SIDE_MM * Math.sqrt(square);
}
