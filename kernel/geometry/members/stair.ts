/** @module straight flights of stairs: riser count, run, footprint and solid. */

import { at } from '../indexed.ts';
import { extrudeRegion, extrudeTriangles } from '../mesh/extrude.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Ring } from '../plan/polygon.ts';
import type { Point2, Point3 } from '../vector.ts';
import { directionOf, micrometres, pointOnGrid } from '../vector.ts';

/** What a flight is made from; lengths in mm. */
export type StairSpec = {
  /** Middle of the front edge of the first riser, at the lower floor. */
  readonly start: Point3;
  /** Going direction, counter-clockwise from +x; multiples of 90° are exact. */
  readonly direction_deg: number;
  readonly width: number;
  /** Height from the lower to the upper floor. */
  readonly rise_total: number;
  /** No riser is higher than this. */
  readonly riser_max: number;
  /** Depth of a tread from riser to riser. */
  readonly tread: number;
};

export type StairPlan = {
  readonly riserCount: number;
  /** Rise of one step: rise_total / riserCount, not rounded. */
  readonly riser: number;
  readonly tread: number;
  /** One tread fewer than risers: the last riser ends at the upper floor. */
  readonly treadCount: number;
  readonly runLength: number;
  readonly direction: Point2;
  /** Counter-clockwise outline in plan, on the grid. */
  readonly footprint: Ring;
  /** Side view from the foot of the flight, counter-clockwise: x along the going, y up, mm. */
  readonly section: Ring;
  readonly mesh: Mesh;
};

export type StairFault = 'not_positive' | 'single_riser' | 'too_many_risers';

export type StairResult =
  | { readonly ok: true; readonly plan: StairPlan }
  | { readonly ok: false; readonly fault: StairFault };

/** Thickness of the sloping slab under the steps, square to the pitch, mm. */
const WAIST_MM = 150;
export const MOST_RISERS = 1000;

/**
 * A straight flight with the fewest equal risers not above `riser_max` (exact in micrometres: 18 of
 * 175 reach 3,150, while 3,150.001 needs 19). A rise of one riser is no flight.
 */
export function planStair(spec: StairSpec): StairResult {
  const [rise, highest] = [micrometres(spec.rise_total), micrometres(spec.riser_max)];
  if (!(rise > 0 && highest > 0 && micrometres(spec.width) > 0 && micrometres(spec.tread) > 0)) {
    return { ok: false, fault: 'not_positive' };
  }
  const riserCount = Math.floor(rise / highest) + (rise % highest === 0 ? 0 : 1);
  if (riserCount < 2) {
    return { ok: false, fault: 'single_riser' };
  }
  if (riserCount > MOST_RISERS) {
    return { ok: false, fault: 'too_many_risers' };
  }
  const riser = spec.rise_total / riserCount;
  const treadCount = riserCount - 1;
  const runLength = (treadCount * micrometres(spec.tread)) / 1000;
  const direction = directionOf(spec.direction_deg);
  const frame: FlightFrame = { start: spec.start, direction, width: spec.width };
  const section = flightSection({ treadCount, riser, tread: spec.tread });
  return {
    ok: true,
    plan: {
      riserCount,
      riser,
      tread: spec.tread,
      treadCount,
      runLength,
      direction,
      footprint: flightFootprint(frame, runLength),
      section: section.ring,
      mesh: stairSolid(frame, section),
    },
  };
}

/** Where a flight or ramp starts (middle of its lower edge), where it goes and how wide it is. */
export type FlightFrame = {
  readonly start: Point3;
  readonly direction: Point2;
  readonly width: number;
};

/** Counter-clockwise plan rectangle of a flight, on the grid. */
export function flightFootprint(frame: FlightFrame, runLength: number): Ring {
  const half = frame.width / 2;
  return (
    [
      [0, -half],
      [runLength, -half],
      [runLength, half],
      [0, half],
    ] as const
  ).map(([s, t]) => pointOnGrid(planPoint(frame, s, t)));
}

function planPoint({ start, direction }: FlightFrame, s: number, t: number): Point2 {
  return {
    x: start.x + direction.x * s - direction.y * t,
    y: start.y + direction.y * s + direction.x * t,
  };
}

/** Closed solid: `section` (x along the going, y up, counter-clockwise) carried across the width. */
export function flightSolid(frame: FlightFrame, section: Ring): Mesh {
  const half = frame.width / 2;
  return laidAlong(frame, extrudeRegion({ boundary: section, holes: [] }, -half, half));
}

type Steps = { readonly treadCount: number; readonly riser: number; readonly tread: number };

function stairSolid(frame: FlightFrame, { ring, triangles }: Section): Mesh {
  const half = frame.width / 2;
  return laidAlong(frame, extrudeTriangles(ring, triangles, -half, half));
}

/** A prism over a side view, laid along the going of a flight. */
function laidAlong(frame: FlightFrame, prism: Mesh): Mesh {
  const positions = new Float64Array(prism.positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    // The prism's height runs to the right of the going, which keeps the faces outwards.
    const { x, y } = planPoint(frame, at(prism.positions, i), 0 - at(prism.positions, i + 2));
    positions[i] = x;
    positions[i + 1] = y;
    positions[i + 2] = frame.start.z + at(prism.positions, i + 1);
  }
  return { positions, triangles: prism.triangles };
}

type Section = { readonly ring: Ring; readonly triangles: Uint32Array };

/**
 * Saw-tooth of steps over a sloping slab that starts at the lower floor. The feet of the risers lie on one line, so that
 * a general triangulation would join three of them: here each step is one triangle, and the slab a fan from its upper end.
 */
function flightSection({ treadCount, riser, tread }: Steps): Section {
  const pitch = riser / tread;
  const depth = WAIST_MM * Math.sqrt(1 + pitch * pitch);
  const run = treadCount * tread;
  const below = treadCount * riser - depth;
  const soffit: Point2[] =
    below > 0
      ? [
          { x: depth / pitch, y: 0 },
          { x: run, y: below },
        ]
      : [{ x: run, y: 0 }];
  const steps = Array.from({ length: treadCount }, (_, i) => [
    { x: (treadCount - i) * tread, y: (treadCount - i) * riser },
    { x: (treadCount - i - 1) * tread, y: (treadCount - i) * riser },
  ]).flat();
  const end = soffit.length;
  const triangles = soffit.length === 1 ? [] : [0, 1, end];
  for (let i = 0; i < treadCount; i++) {
    const back = end + 1 + 2 * i;
    // The foot of the riser below; under the first one lies the lower floor.
    const foot = i === treadCount - 1 ? 0 : back + 2;
    triangles.push(back, back + 1, foot, end, back, foot);
  }
  return {
    ring: [{ x: 0, y: 0 }, ...soffit, ...steps],
    triangles: Uint32Array.from(triangles),
  };
}
