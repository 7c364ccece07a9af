/** @module needles: outlines without the slits that rounding leaves between outlines that touch. */

import { at, cyclic } from '../indexed.ts';
import type { Point2 } from '../vector.ts';
import type { Ring } from './polygon.ts';

/** Sides that run back beside each other no further apart than this leave nothing between them, mm. */
const SLIT_MM = 0.01;

/** The outline without corners at which it turns back along itself; its area changes by less than the slits had. */
export function withoutNeedles(ring: Ring): Ring {
  const left = [...ring];
  let kept = 0;
  // Each corner that goes lets the one before it be looked at again.
  for (let i = 0; kept < left.length && left.length > 3;) {
    const k = i % left.length;
    if (isNeedle(cyclic(left, k - 1), at(left, k), cyclic(left, k + 1))) {
      left.splice(k, 1);
      kept = 0;
      i = Math.max(0, k - 1);
    } else {
      kept += 1;
      i = k + 1;
    }
  }
  return left;
}

/** Whether a way over a corner comes back beside itself, or stays in one place. */
function isNeedle(a: Point2, b: Point2, c: Point2): boolean {
  const [px, py, qx, qy] = [a.x - b.x, a.y - b.y, c.x - b.x, c.y - b.y];
  const [p, q] = [Math.sqrt(px * px + py * py), Math.sqrt(qx * qx + qy * qy)];
  if (Math.min(p, q) <= SLIT_MM) return true;
  return px * qx + py * qy > 0 && Math.abs(px * qy - py * qx) <= SLIT_MM * Math.max(p, q);
}
