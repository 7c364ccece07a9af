/** @module touches: outlines that touch themselves, taken apart where they do. */

import type { Point2 } from '../vector.ts';
import { withPointsOn } from './corners-on.ts';
import type { Ring } from './polygon.ts';

/** The parts of an outline between the places where it touches itself, each in its own sense; itself where it does not. */
export function partedAtTouches(ring: Ring): readonly Ring[] {
  // A corner wherever one of the outline's own corners lies on one of its sides.
  const corners = withPointsOn(ring, ring);
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
