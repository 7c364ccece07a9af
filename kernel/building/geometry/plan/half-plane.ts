/** @module half plane: clips convex outlines by half-planes (Sutherland and Hodgman 1974). */

import { at, cyclic } from '../indexed.ts';
import { ROUND_OFF_MM } from '../tolerances.ts';
import { type Point2, twiceArea } from '../vector.ts';
import type { Ring } from './polygon.ts';

/** The part of a convex ring where a linear function is not negative. */
export function clippedBy(ring: Ring, depth: (point: Point2) => number): Ring {
  const kept: Point2[] = [];
  let [p] = ring;
  if (p === undefined) return kept;
  let here = depth(p);
  for (let i = 1; i <= ring.length; i++) {
    const q = ring[i] ?? at(ring, 0);
    const there = depth(q);
    if (here >= 0) kept.push(p);
    if (here >= 0 !== there >= 0) {
      const share = here / (here - there);
      kept.push({ x: p.x + (q.x - p.x) * share, y: p.y + (q.y - p.y) * share });
    }
    p = q;
    here = there;
  }
  return kept;
}

/** The part of a convex ring to the left of the line from `a` to `b`. */
export function clippedLeftOf(ring: Ring, a: Point2, b: Point2): Ring {
  return clippedBy(ring, (p) => twiceArea(a, b, p));
}

/** The ring without corners that differ from the next one only by rounding. */
export function withoutRepeats(ring: Ring): Ring {
  return ring.filter((p, i) => {
    const q = cyclic(ring, i + 1);
    return Math.abs(p.x - q.x) + Math.abs(p.y - q.y) > ROUND_OFF_MM;
  });
}

/** The part of a convex ring inside another one, both counter-clockwise. */
export function clippedInside(ring: Ring, other: Ring): Ring {
  let rest = ring;
  for (let i = 0; i < other.length && rest.length > 0; i++) {
    rest = clippedLeftOf(rest, at(other, i), cyclic(other, i + 1));
  }
  return rest;
}
