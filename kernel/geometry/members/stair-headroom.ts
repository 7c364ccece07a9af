/** @module stair headroom: how high one can stand on a stair below a slab. */

import { at, cyclic } from '../indexed.ts';
import type { Ring } from '../plan/polygon.ts';
import type { Point2 } from '../vector.ts';
import type { StairPlan } from './stair.ts';

/** A flat slab over a convex outline, mm. */
export type Slab = { readonly ring: Ring; readonly low: number; readonly high: number };

/** What touches the side of a flight by less than this is not above it, mm. */
const TOUCH_MM = 1;

/**
 * Least height in mm above the line over the edges of the steps and above the landings to the underside of a slab; 0
 * where the slab reaches down to them, null where it lies beside or below the stair.
 */
export function headroomUnder(plan: StairPlan, { ring, low, high }: Slab): number | null {
  let least: number | null = null;
  const found = (clear: number, foot: number): void => {
    // What ends below the feet is walked on.
    if (high <= foot + TOUCH_MM) return;
    least = Math.min(least ?? Infinity, Math.max(0, clear));
  };
  for (const { start, direction, width, run } of plan.flights) {
    const inFlight = ring.map(({ x, y }) => ({
      x: (x - start.x) * direction.x + (y - start.y) * direction.y,
      y: (y - start.y) * direction.x - (x - start.x) * direction.y,
    }));
    const above = within(inFlight, [0, run], [TOUCH_MM - width / 2, width / 2 - TOUCH_MM]);
    const from = Math.min(...above.map(({ x }) => x));
    const to = Math.max(...above.map(({ x }) => x));
    if (to - from <= TOUCH_MM) continue;
    const lineAt = (s: number): number => start.z + plan.riser * (1 + s / plan.tread);
    found(low - lineAt(to), lineAt(from));
  }
  const [first] = plan.flights;
  for (const { box, z } of plan.landings) {
    const inFrame = ring.map(({ x, y }) => ({
      x: (x - first.start.x) * first.direction.x + (y - first.start.y) * first.direction.y,
      y: (y - first.start.y) * first.direction.x - (x - first.start.x) * first.direction.y,
    }));
    const [s, t] = [box.s, box.t].map(([from, to]) => [from + TOUCH_MM, to - TOUCH_MM] as const);
    if (s === undefined || t === undefined || within(inFrame, s, t).length < 3) continue;
    found(low - z, z);
  }
  return least;
}

type Interval = readonly [number, number];

/** What a convex outline has in a rectangle (Sutherland and Hodgman 1974). */
function within(ring: Ring, [x0, x1]: Interval, [y0, y1]: Interval): Ring {
  const sides: readonly ((point: Point2) => number)[] = [
    ({ x }) => x - x0,
    ({ x }) => x1 - x,
    ({ y }) => y - y0,
    ({ y }) => y1 - y,
  ];
  return sides.reduce<Ring>((left, inside) => {
    const kept: Point2[] = [];
    for (let i = 0; i < left.length; i++) {
      const [p, q] = [at(left, i), cyclic(left, i + 1)];
      const [a, b] = [inside(p), inside(q)];
      if (a >= 0) kept.push(p);
      if (a >= 0 === b >= 0) continue;
      const share = a / (a - b);
      kept.push({ x: p.x + (q.x - p.x) * share, y: p.y + (q.y - p.y) * share });
    }
    return kept;
  }, ring);
}
