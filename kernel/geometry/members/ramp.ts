/** @module straight ramps between two elevations. */

import type { Mesh } from '../mesh/mesh.ts';
import type { Ring } from '../plan/polygon.ts';
import type { Point2, Point3 } from '../vector.ts';
import { directionOf, micrometres } from '../vector.ts';
import { flightFootprint, flightSolid } from './flight.ts';

export type RampSpec = {
  /** Middle of the lower edge, mm. */
  readonly start: Point3;
  readonly direction_deg: number;
  readonly width: number;
  readonly rise_total: number;
  /** Steepest gradient as run over rise, such as 12 for 1:12. */
  readonly run_per_rise: number;
  /** Vertical measure of the slab, mm. */
  readonly thickness: number;
};

export type RampPlan = {
  /** Shortest run at that gradient, mm, rounded up to the grid. */
  readonly runLength: number;
  readonly direction: Point2;
  readonly footprint: Ring;
  readonly mesh: Mesh;
};

export type RampResult =
  | { readonly ok: true; readonly plan: RampPlan }
  | { readonly ok: false; readonly fault: 'not_positive' };

/** A ramp as short as its gradient allows: a sloping slab that runs out to nothing at the lower floor. */
export function planRamp(spec: RampSpec): RampResult {
  const { rise_total: rise, run_per_rise: ratio, thickness, width } = spec;
  if (![rise, ratio, thickness, width].every((size) => micrometres(size) > 0)) {
    return { ok: false, fault: 'not_positive' };
  }
  const runLength = Math.ceil(micrometres(rise) * ratio) / 1000;
  const direction = directionOf(spec.direction_deg);
  const frame = { start: spec.start, direction, width };
  return {
    ok: true,
    plan: {
      runLength,
      direction,
      footprint: flightFootprint(frame, runLength),
      mesh: flightSolid(frame, rampSection(rise, runLength, thickness)),
    },
  };
}

/** Side view of a ramp from its lower edge, mm: as thick as the slab, but never below the lower floor. */
export function rampSection(rise: number, run: number, thickness: number): readonly Point2[] {
  const edge = { x: 0, y: 0 };
  const top = { x: run, y: rise };
  return thickness < rise
    ? [edge, { x: (thickness / rise) * run, y: 0 }, { x: run, y: rise - thickness }, top]
    : [edge, { x: run, y: 0 }, top];
}
