/** @module extent below: how far what lies below a ceiling reaches, and its parts. */

import type { ConvexPiece } from '../convex/convex-piece.ts';
import { hullPiece } from '../convex/convex-piece.ts';
import { convexRings } from '../convex/convex-rings.ts';
import { cyclic } from '../indexed.ts';
import type { Ring } from '../plan/polygon.ts';
import { ringBounds, ringPerimeter, signedArea } from '../plan/polygon.ts';
import type { Point2 } from '../vector.ts';
import { planBoxIntersects } from '../vector.ts';
import type { Cover, Top } from './cover.ts';
import { highest, topOver } from './cover.ts';

/** The outline in plan of what is left, and its highest point, mm; null where nothing is. */
export type Extent = { readonly points: Ring; readonly high: number };

/** A body on `base` over an outline, which ends at `beyond` where no ceiling is over it, mm. */
type Below = { readonly outline: Ring; readonly base: number; readonly beyond: number };

/** Heights this near are one, mm. */
export const LEVEL_MM = 1e-6;
/** What is no wider is the rounding of edges of parts that lie on each other, mm. */
const SLIVER_MM = 0.005;
/** The direction of an edge that is shorter is mostly rounding, mm. */
const NO_EDGE_MM = 1e-4;

/** How far what lies under a ceiling and beside it reaches. */
export function extentBelow(
  { outline, base, beyond }: Below,
  { tops, isOpen }: Cover,
): Extent | null {
  const left = tops.flatMap((whole) => {
    const top = topOver(whole, base);
    return top === null || highest(top) - base < LEVEL_MM ? [] : [top];
  });
  // Not the whole outline: where the ceiling comes below the foot there is nothing, however much lies beyond it.
  const open = isOpen ? uncovered(outline, tops) : [];
  const points = [...left.map(({ ring }) => ring), ...open].flat();
  if (points.length === 0) return null;
  return { points, high: Math.max(...left.map(highest), ...(open.length > 0 ? [beyond] : [])) };
}

/** Convex parts of an outline that no part of a ceiling is over. */
function uncovered(outline: Ring, tops: readonly Top[]): readonly Ring[] {
  let left = convexRings({ boundary: outline, holes: [] });
  for (const { ring } of tops) left = left.flatMap((part) => outsideOf(part, ring));
  return left;
}

/** What of a convex part lies outside of another, in convex parts: what is to the right of one edge after the other. */
function outsideOf(part: Ring, other: Ring): readonly Ring[] {
  if (!planBoxIntersects(ringBounds(part), ringBounds(other))) return [part];
  const outside: Ring[] = [];
  let inside = part;
  for (const [i, a] of other.entries()) {
    const b = cyclic(other, i + 1);
    if (Math.abs(b.x - a.x) + Math.abs(b.y - a.y) < NO_EDGE_MM) continue;
    const right = leftOf(inside, b, a);
    if (isWide(right)) outside.push(right);
    inside = leftOf(inside, a, b);
    if (!isWide(inside)) return [part];
  }
  return outside;
}

/** What of a convex ring lies to the left of a line. */
function leftOf(ring: Ring, a: Point2, b: Point2): Ring {
  const over = ring.map((p) => (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x));
  return ring.flatMap((p, i) => {
    const q = cyclic(ring, i + 1);
    const [dp, dq] = [cyclic(over, i), cyclic(over, i + 1)];
    const share = dp / (dp - dq);
    const cut = { x: p.x + (q.x - p.x) * share, y: p.y + (q.y - p.y) * share };
    if (dp >= 0) return dq >= 0 ? [p] : [p, cut];
    return dq >= 0 ? [cut] : [];
  });
}

function isWide(ring: Ring): boolean {
  return ring.length > 2 && 2 * signedArea(ring) > SLIVER_MM * ringPerimeter(ring);
}

/** What lies between a height and a part of a ceiling; null where nothing does. */
export function wedge(whole: Top, low: number): ConvexPiece | null {
  const top = topOver(whole, low);
  if (top === null || highest(top) - low < LEVEL_MM) return null;
  const { ring } = top;
  const corners = ring.flatMap(({ x, y }) => [x, y, low]);
  // Where the plane meets the foot there is one corner, not two.
  const upper = ring.map((p, i) => {
    const z = top.height(p);
    if (z - low < LEVEL_MM) return i;
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
