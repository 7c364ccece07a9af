/** @module ramp: the side view of a straight ramp between two elevations. */

import type { Point2 } from '../vector.ts';

/** Side view of a ramp from its lower edge, mm: a slab of this vertical thickness that ends at the lower floor. */
export function rampSection(rise: number, run: number, thickness: number): readonly Point2[] {
  const edge = { x: 0, y: 0 };
  const top = { x: run, y: rise };
  return thickness < rise
    ? [edge, { x: (thickness / rise) * run, y: 0 }, { x: run, y: rise - thickness }, top]
    : [edge, { x: run, y: 0 }, top];
}
