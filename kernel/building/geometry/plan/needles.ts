/** @module needles: outlines without the slits that rounding leaves between outlines that touch. */

import { at, cyclic } from '../indexed.ts';
import type { Point2 } from '../vector.ts';
import type { Ring } from './polygon.ts';

/** Sides that run back beside each other no further apart than this leave nothing between them, mm. */
const SLIT_MM = 0.01;

/** The outline without corners at which it turns back along itself; its area changes by less than the slits had. */
export function withoutNeedles(ring: Ring): Ring {
  return without(ring, isNeedle);
}

/** A way back that is longer lies within a step of the grid of the way there, mm. */
const [SPIKE_MM, STEP_MM] = [0.1, 0.001];

/** The outline without corners at which it goes on and straight back; all other corners stay, however near to each other. */
export function withoutSpikes(ring: Ring): Ring {
  return without(ring, isSpike);
}

type Corner = (a: Point2, b: Point2, c: Point2) => boolean;

function without(ring: Ring, isNone: Corner): Ring {
  const left = [...ring];
  let kept = 0;
  // Each corner that goes lets the one before it be looked at again.
  for (let i = 0; kept < left.length && left.length > 3;) {
    const k = i % left.length;
    if (isNone(cyclic(left, k - 1), at(left, k), cyclic(left, k + 1))) {
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
  const { shorter, back } = turnAt(a, b, c);
  return shorter <= SLIT_MM || back <= SLIT_MM;
}

function isSpike(a: Point2, b: Point2, c: Point2): boolean {
  const { shorter, back } = turnAt(a, b, c);
  return shorter > SPIKE_MM && back <= STEP_MM;
}

/** The shorter way at a corner, and how far beside the longer one it comes back; `Infinity` where it goes on. */
function turnAt(
  a: Point2,
  b: Point2,
  c: Point2,
): { readonly shorter: number; readonly back: number } {
  const [px, py, qx, qy] = [a.x - b.x, a.y - b.y, c.x - b.x, c.y - b.y];
  const [p, q] = [Math.sqrt(px * px + py * py), Math.sqrt(qx * qx + qy * qy)];
  const beside = Math.abs(px * qy - py * qx) / Math.max(p, q);
  return { shorter: Math.min(p, q), back: px * qx + py * qy > 0 ? beside : Infinity };
}
