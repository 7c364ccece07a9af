/** @module extent below: how far what lies below a ceiling reaches, and its parts. */

import type { ConvexPiece } from '../convex/convex-piece.ts';
import { hullPiece } from '../convex/convex-piece.ts';
import type { Ring } from '../plan/polygon.ts';
import type { Cover, Top } from './cover.ts';
import { highest, topOver } from './cover.ts';

/** The outline in plan of what is left, and its highest point, mm; null where nothing is. */
export type Extent = { readonly points: Ring; readonly high: number };

/** A body on `base` over an outline, which ends at `beyond` where no ceiling is over it, mm. */
type Below = { readonly outline: Ring; readonly base: number; readonly beyond: number };

/** How far what lies under a ceiling reaches. */
export function extentBelow(
  { outline, base, beyond }: Below,
  { tops, isOpen }: Cover,
): Extent | null {
  const left = tops.flatMap((top) => topOver(top, base) ?? []);
  const points = [...left.flatMap(({ ring }) => ring), ...(isOpen ? outline : [])];
  if (points.length === 0) return null;
  return { points, high: Math.max(...left.map(highest), ...(isOpen ? [beyond] : [])) };
}

/** Heights this near are one, mm. */
export const LEVEL_MM = 1e-6;

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
