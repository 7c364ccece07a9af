/** @module stair headroom: the clear height between a stair and a slab above it. */

import { clippedBy } from '../plan/half-plane.ts';
import type { Ring } from '../plan/polygon.ts';
import { STAIR_TOUCH_MM } from '../tolerances.ts';
import type { Point2 } from '../vector.ts';
import type { FlightFrame } from './flight.ts';
import type { StairPlan } from './stair.ts';

/** A horizontal slab over a convex outline, mm. */
export type Slab = { readonly ring: Ring; readonly low: number; readonly high: number };

/**
 * Smallest vertical distance in mm from the nosing line and the landings to the underside of a slab; 0 if the slab
 * reaches below them, null if the slab is next to or below the stair.
 */
export function headroomUnder(plan: StairPlan, { ring, low, high }: Slab): number | null {
  let least: number | null = null;
  const offer = (clear: number, foot: number): void => {
    // A slab whose top is not above the foot is a floor on which people walk.
    if (high <= foot + STAIR_TOUCH_MM) return;
    least = Math.min(least ?? Infinity, Math.max(0, clear));
  };
  for (const { start, direction, width, run, risers } of plan.flights) {
    const inFlight = inFrame(ring, { start, direction });
    const above = within(
      inFlight,
      [0, run],
      [STAIR_TOUCH_MM - width / 2, width / 2 - STAIR_TOUCH_MM],
    );
    const from = Math.min(...above.map(({ x }) => x));
    const to = Math.max(...above.map(({ x }) => x));
    if (to - from <= STAIR_TOUCH_MM) continue;
    // On a tread at its top, the flight does not rise any more.
    const lineAt = (s: number): number =>
      start.z + plan.riser * Math.min(risers, 1 + s / plan.tread);
    offer(low - lineAt(to), lineAt(from));
  }
  const [first] = plan.flights;
  for (const { box, z } of plan.landings) {
    const inFirst = inFrame(ring, first);
    const [s, t] = [box.s, box.t].map(
      ([from, to]) => [from + STAIR_TOUCH_MM, to - STAIR_TOUCH_MM] as const,
    );
    if (s === undefined || t === undefined || within(inFirst, s, t).length < 3) continue;
    offer(low - z, z);
  }
  return least;
}

/** A ring in the frame of a flight: x along the going, y to its left. */
function inFrame(ring: Ring, { start, direction }: Pick<FlightFrame, 'start' | 'direction'>): Ring {
  return ring.map(({ x, y }) => ({
    x: (x - start.x) * direction.x + (y - start.y) * direction.y,
    y: (y - start.y) * direction.x - (x - start.x) * direction.y,
  }));
}

type Interval = readonly [number, number];

/** Intersection of a convex outline with a rectangle (Sutherland and Hodgman 1974). */
function within(ring: Ring, [x0, x1]: Interval, [y0, y1]: Interval): Ring {
  const depths: readonly ((point: Point2) => number)[] = [
    ({ x }) => x - x0,
    ({ x }) => x1 - x,
    ({ y }) => y - y0,
    ({ y }) => y1 - y,
  ];
  return depths.reduce(clippedBy, ring);
}
