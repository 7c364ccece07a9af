/** @module ceiling extent: outline, highest point and convex pieces of the body below a ceiling. */

import { type ConvexPiece, hullPiece } from '../convex/convex-piece.ts';
import { convexRings } from '../convex/convex-rings.ts';
import { cyclic } from '../indexed.ts';
import { clippedLeftOf } from '../plan/half-plane.ts';
import { type Ring, ringBounds, ringPerimeter, signedArea } from '../plan/polygon.ts';
import { ROUND_OFF_MM, SHORT_EDGE_MM, SLIVER_MM } from '../tolerances.ts';
import { planBoxIntersects } from '../vector.ts';
import { type Cover, highest, type Top, topOver } from './cover.ts';

/** Plan outline of the remaining body and its highest point, mm; null if nothing remains. */
export type Extent = { readonly points: Ring; readonly high: number };

/** A body over an outline from `base`; outside the ceiling it ends at `beyond`; mm. */
type Below = { readonly outline: Ring; readonly base: number; readonly beyond: number };

/** Extent of a body, both under the ceiling and outside it. */
export function extentBelow(
  { outline, base, beyond }: Below,
  { tops, isOpen }: Cover,
): Extent | null {
  const left = tops.flatMap((whole) => {
    const top = topOver(whole, base);
    return top === null || highest(top) - base < ROUND_OFF_MM ? [] : [top];
  });
  // Not the whole outline: nothing remains where the ceiling is below the base, even if other parts extend beyond the
  // ceiling.
  const open = isOpen ? uncovered(outline, tops) : [];
  const points = [...left.map(({ ring }) => ring), ...open].flat();
  if (points.length === 0) return null;
  return { points, high: Math.max(...left.map(highest), ...(open.length > 0 ? [beyond] : [])) };
}

/** Convex parts of an outline outside the ceiling. */
function uncovered(outline: Ring, tops: readonly Top[]): readonly Ring[] {
  let remaining = convexRings({ boundary: outline, holes: [] });
  for (const { ring } of tops) remaining = remaining.flatMap((part) => outsideOf(part, ring));
  return remaining;
}

/** The part of a convex ring outside another one, in convex pieces: clipped by the edges of the other in turn. */
function outsideOf(part: Ring, other: Ring): readonly Ring[] {
  if (!planBoxIntersects(ringBounds(part), ringBounds(other))) return [part];
  const outside: Ring[] = [];
  let inside = part;
  for (const [i, a] of other.entries()) {
    const b = cyclic(other, i + 1);
    if (Math.abs(b.x - a.x) + Math.abs(b.y - a.y) < SHORT_EDGE_MM) continue;
    const right = clippedLeftOf(inside, b, a);
    if (isWide(right)) outside.push(right);
    inside = clippedLeftOf(inside, a, b);
    if (!isWide(inside)) return [part];
  }
  return outside;
}

function isWide(ring: Ring): boolean {
  return ring.length > 2 && 2 * signedArea(ring) > SLIVER_MM * ringPerimeter(ring);
}

/** The body between `low` and a part of a ceiling; null if it is empty. */
export function wedge(whole: Top, low: number): ConvexPiece | null {
  const top = topOver(whole, low);
  if (top === null || highest(top) - low < ROUND_OFF_MM) return null;
  const { ring } = top;
  const corners = ring.flatMap(({ x, y }) => [x, y, low]);
  // Where the plane meets the base there is one corner, not two.
  const upper = ring.map((p, i) => {
    const z = top.height(p);
    if (z - low < ROUND_OFF_MM) return i;
    corners.push(p.x, p.y, z);
    return corners.length / 3 - 1;
  });
  const sides = ring.map((_, i) => {
    const j = (i + 1) % ring.length;
    return [...new Set([i, j, upper[j] ?? j, upper[i] ?? i])];
  });
  const faces = [ring.map((_, i) => i).toReversed(), upper, ...sides];
  return hullPiece(
    corners,
    faces.filter((face) => face.length > 2),
  );
}
