/** @module strips: shared areas that are thin everywhere. */
import { cyclic } from '../../building/geometry/indexed.ts';
import { type Ring, signedArea } from '../../building/geometry/plan/polygon.ts';
import { segmentLengthMm } from '../../building/geometry/vector.ts';

/** Whether an outline is a strip of at most `width_mm`: its mean thickness is twice its area over its perimeter. */
export function isStrip(ring: Ring, width_mm: number): boolean {
  const round = ring.reduce((sum, a, i) => sum + segmentLengthMm(a, cyclic(ring, i + 1)), 0);
  return 2 * Math.abs(signedArea(ring)) <= width_mm * round;
}
