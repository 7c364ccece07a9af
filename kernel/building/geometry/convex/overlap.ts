/** @module overlap: volume and centre of mass of the intersection of two convex pieces. */

import { doubleAt } from '../indexed.ts';
import type { Point3 } from '../vector.ts';
import { CutBody } from './clip-hull.ts';
import { CutRing } from './clip-ring.ts';
import { type ConvexPiece, hullOf, type HullPiece, type UprightPiece } from './convex-piece.ts';

/** `centre` is the centre of mass, which lies inside both pieces. */
export type Overlap = { readonly volume_mm3: number; readonly centre: Point3 };

/** Intersection of two convex pieces; null if it has no volume. */
export function overlapOf(a: ConvexPiece, b: ConvexPiece): Overlap | null {
  return a.shape === 'upright' && b.shape === 'upright'
    ? uprightOverlap(a, b)
    : hullOverlap(hullOf(a), hullOf(b));
}

/** Reused buffers for the intersection of two outlines. */
const COMMON = new CutRing();

function uprightOverlap(a: UprightPiece, b: UprightPiece): Overlap | null {
  const [low, high] = [Math.max(a.bounds[2], b.bounds[2]), Math.min(a.bounds[5], b.bounds[5])];
  if (!(low < high)) return null;
  const z = (low + high) / 2;
  if (a.aligned && b.aligned) {
    const [x0, x1] = [Math.max(a.bounds[0], b.bounds[0]), Math.min(a.bounds[3], b.bounds[3])];
    const [y0, y1] = [Math.max(a.bounds[1], b.bounds[1]), Math.min(a.bounds[4], b.bounds[4])];
    if (!(x0 < x1 && y0 < y1)) return null;
    const volume_mm3 = (x1 - x0) * (y1 - y0) * (high - low);
    return { volume_mm3, centre: { x: (x0 + x1) / 2, y: (y0 + y1) / 2, z } };
  }
  COMMON.begin(a.ring, b.ring);
  const { area, x, y } = COMMON.moments();
  return area > 0 ? { volume_mm3: area * (high - low), centre: { x, y, z } } : null;
}

/** Reused buffers for the clipped body. */
const CLIPPED = new CutBody();

/** Clips the piece with more faces (the first one if they have equally many) by the planes of the other. */
function hullOverlap(a: HullPiece, b: HullPiece): Overlap | null {
  const [body, by] = a.faces.length >= b.faces.length ? [a, b] : [b, a];
  // Relative to a corner, where coordinates have the most significant digits.
  const [ox, oy, oz] = [doubleAt(by.corners, 0), doubleAt(by.corners, 1), doubleAt(by.corners, 2)];
  CLIPPED.begin(body, [ox, oy, oz]);
  const { planes } = by;
  for (let f = 0; f < planes.length; f += 4) {
    const [nx, ny, nz] = [doubleAt(planes, f), doubleAt(planes, f + 1), doubleAt(planes, f + 2)];
    if (!CLIPPED.keepBelow(nx, ny, nz, doubleAt(planes, f + 3))) return null;
  }
  const { volume, centre } = CLIPPED.moments();
  if (!(volume > 0)) return null;
  return { volume_mm3: volume, centre: { x: centre.x + ox, y: centre.y + oy, z: centre.z + oz } };
}
