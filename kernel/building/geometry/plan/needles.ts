/** @module needles: removes the slits that rounding leaves between touching outlines. */

import { at, cyclic } from '../indexed.ts';
import { GRID_MM, SLIT_MM, SPIKE_MM } from '../tolerances.ts';
import type { Point2 } from '../vector.ts';
import type { Ring } from './polygon.ts';

/** The outline without corners at which it turns back along itself; its area changes by at most that of the slits. */
export function withoutNeedles(ring: Ring): Ring {
  return without(ring, isNeedle);
}

/** The outline without spikes, which run straight out and back; all other corners are kept, however close they are. */
export function withoutSpikes(ring: Ring): Ring {
  return without(ring, isSpike);
}

/** A test of the corner b between a and c. */
type CornerTest = (a: Point2, b: Point2, c: Point2) => boolean;

function without(ring: Ring, isRemoved: CornerTest): Ring {
  const left = [...ring];
  let kept = 0;
  // After a removal the previous corner is tested again.
  for (let i = 0; kept < left.length && left.length > 3;) {
    const k = i % left.length;
    if (isRemoved(cyclic(left, k - 1), at(left, k), cyclic(left, k + 1))) {
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

/** Whether the outline turns back along itself at a corner, or stays in one place. */
function isNeedle(a: Point2, b: Point2, c: Point2): boolean {
  const { shorter, back } = turnAt(a, b, c);
  return shorter <= SLIT_MM || back <= SLIT_MM;
}

function isSpike(a: Point2, b: Point2, c: Point2): boolean {
  const { shorter, back } = turnAt(a, b, c);
  return shorter > SPIKE_MM && back <= GRID_MM;
}

/**
 * The length of the shorter side at a corner, and the distance of its end from the longer side; `Infinity` if the
 * outline does not turn back.
 */
function turnAt(
  a: Point2,
  b: Point2,
  c: Point2,
): { readonly shorter: number; readonly back: number } {
  const [px, py, qx, qy] = [a.x - b.x, a.y - b.y, c.x - b.x, c.y - b.y];
  const [p, q] = [Math.sqrt(px * px + py * py), Math.sqrt(qx * qx + qy * qy)];
  const distance = Math.abs(px * qy - py * qx) / Math.max(p, q);
  return { shorter: Math.min(p, q), back: px * qx + py * qy > 0 ? distance : Infinity };
}
