/** @module self contacts: splits outlines where they touch themselves. */

import type { Point2 } from '../vector.ts';
import { insertOnSides } from './corners-on.ts';
import type { Ring } from './polygon.ts';

/**
 * The parts of an outline between its points of self-contact, each with its own orientation; the outline itself if it
 * has none.
 */
export function splitAtContacts(ring: Ring): readonly Ring[] {
  // Inserts the outline's own corners into the sides they are on.
  const corners = insertOnSides(ring, ring);
  const parts: Ring[] = [];
  // The corners since the last visit to each place.
  const path: Point2[] = [];
  const seen = new Map<string, number>();
  for (const corner of corners) {
    const key = `${corner.x},${corner.y}`;
    const known = seen.get(key);
    if (known !== undefined) {
      const loop = path.splice(known);
      for (const { x, y } of loop) seen.delete(`${x},${y}`);
      if (loop.length > 2) parts.push(loop);
    }
    seen.set(key, path.length);
    path.push(corner);
  }
  if (path.length > 2) parts.push(path);
  return parts.length > 1 ? parts : [ring];
}
