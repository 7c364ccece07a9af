/** @module stair: flights with the landings between them, in plan and as solids. */

import { at, cyclic } from '../indexed.ts';
import { mergeMeshes, type Mesh } from '../mesh/mesh.ts';
import { type Ring, signedArea } from '../plan/polygon.ts';
import type { Point2, Point3 } from '../vector.ts';
import { directionOf, micrometres, pointOnGrid, segmentLengthMm } from '../vector.ts';
import type { FlightFrame, FrameBox } from './flight.ts';
import { boxFootprint, boxSolid, flightFootprint, planPoint, stepsSolid } from './flight.ts';
import { flightRail, landingRail, MIN_RAILED_WIDTH_MM } from './handrail.ts';
import { layoutOf, runOf, type StairLayout } from './stair-layout.ts';

export type StairShape = 'straight' | 'l' | 'u';
export type StairTurn = 'left' | 'right';
export type Handrails = 'none' | 'left' | 'right' | 'both';

/** Dimensions and options of a stair; lengths mm. */
export type StairSpec = {
  /** Middle of the front edge of the first riser, at the lower floor. */
  readonly start: Point3;
  /** Going direction of the first flight, counter-clockwise from +x; multiples of 90° are exact. */
  readonly direction_deg: number;
  readonly width: number;
  /** Height from the lower to the upper floor. */
  readonly rise_total: number;
  /** Maximum rise of one step, to 0.001 mm. */
  readonly riser_max: number;
  /** Depth of a tread, from riser to riser. */
  readonly tread: number;
  /** An `l` turns by 90° on a landing, a `u` by 180°. Default: straight. */
  readonly shape?: StairShape | null;
  /** Direction of the turn for a person who climbs the stair. Default: left. */
  readonly turn?: StairTurn | null;
  /** Depth of the landings. Default: no landing for a straight stair, the width of the stair for one that turns. */
  readonly landing?: number | null;
  /** Sides with handrails for a person who climbs the stair. Default: none. */
  readonly handrails?: Handrails | null;
  /** Whether the last riser leads onto a tread that is level with the upper floor. Default: onto that floor. */
  readonly top_tread?: boolean | null;
};

/** One flight; `start` is the middle of its first riser, at the foot. */
export type StairFlight = FlightFrame & {
  readonly risers: number;
  readonly treads: number;
  readonly run: number;
  /** Side view from the foot of the flight, counter-clockwise: x along the going, y up, mm. */
  readonly section: Ring;
  /** Counter-clockwise outline in plan, on the grid. */
  readonly footprint: Ring;
  readonly mesh: Mesh;
};

/** A level slab between two flights, as a box in the frame of the first flight. */
export type StairLanding = {
  readonly box: FrameBox;
  /** Elevation of the top, mm. */
  readonly z: number;
  readonly footprint: Ring;
  readonly mesh: Mesh;
};

/** A planned stair; lengths mm. */
export type StairPlan = {
  readonly riserCount: number;
  /** Rise of one step: `rise_total` divided by `riserCount`, not rounded. */
  readonly riser: number;
  readonly tread: number;
  /**
   * Each flight has one tread fewer than risers, because its last riser ends at a landing or the upper floor. A stair with
   * a tread at its top has one more.
   */
  readonly treadCount: number;
  /** Length of the walking line in plan, including landings. */
  readonly runLength: number;
  /** Going direction of the first flight, a unit vector. */
  readonly direction: Point2;
  /** The flights from bottom to top. */
  readonly flights: readonly [StairFlight, ...StairFlight[]];
  readonly landings: readonly StairLanding[];
  /** Closed solids of the handrails with their posts. */
  readonly rails: readonly Mesh[];
  /** Line from floor to floor through the middle of flights and landings; on flights it follows the nosing line. */
  readonly walkingLine: readonly Point3[];
  /** Counter-clockwise outline in plan, on the grid. */
  readonly footprint: Ring;
  readonly mesh: Mesh;
};

export type StairFault =
  | 'not_positive'
  | 'single_riser'
  | 'too_many_risers'
  | 'too_few_to_turn'
  | 'narrow_landing'
  | 'narrow_for_rails';

export type StairResult =
  | { readonly ok: true; readonly plan: StairPlan }
  | { readonly ok: false; readonly fault: StairFault };

/** Maximum number of risers of a stair. */
export const MAX_RISERS = 1000;

/** Maximum number of risers of a comfortable flight. */
export const MAX_IN_FLIGHT = 18;

/** Minimum thickness of a landing, mm. */
const LANDING_MM = 250;

/** Minimum distance by which the slab of a landing extends below the riser under it, mm. */
const BELOW_RISER_MM = 50;

/**
 * A stair with the fewest equal risers of at most `riser_max`, which is rounded to 0.001 mm: each riser may exceed it by
 * half of that. So 13 risers of 230.769 mm reach 3,000 mm. 18 risers of 175 mm reach 3,150.009 mm, while 3,150.010 mm
 * need 19. A single riser is not a stair. A stair that turns has half of its risers,
 * rounded up, before the landing. A straight stair with landings has two flights, or more if a flight would exceed 18
 * risers.
 */
export function planStair(spec: StairSpec): StairResult {
  const [rise, highest] = [micrometres(spec.rise_total), micrometres(spec.riser_max)];
  if (!(rise > 0 && highest > 0 && micrometres(spec.width) > 0 && micrometres(spec.tread) > 0)) {
    return { ok: false, fault: 'not_positive' };
  }
  // Integers below 2^53, so the quotient of two that divide is exact.
  const riserCount = Math.ceil((2 * rise) / (2 * highest + 1));
  if (riserCount < 2) return { ok: false, fault: 'single_riser' };
  if (riserCount > MAX_RISERS) return { ok: false, fault: 'too_many_risers' };
  const turns = (spec.shape ?? 'straight') !== 'straight';
  const landing = spec.landing ?? (turns ? spec.width : 0);
  if (turns && micrometres(landing) < micrometres(spec.width)) {
    return { ok: false, fault: 'narrow_landing' };
  }
  if ((spec.handrails ?? 'none') !== 'none' && spec.width < MIN_RAILED_WIDTH_MM) {
    return { ok: false, fault: 'narrow_for_rails' };
  }
  const counts = risersByFlight(riserCount, turns, landing);
  if (counts.some((risers) => risers < 2)) return { ok: false, fault: 'too_few_to_turn' };
  return { ok: true, plan: planOf({ spec, riserCount, counts, landing }) };
}

function risersByFlight(count: number, turns: boolean, landing: number): readonly number[] {
  const flights = turns ? 2 : landing > 0 ? Math.max(2, Math.ceil(count / MAX_IN_FLIGHT)) : 1;
  return Array.from({ length: flights }, (_, i) => Math.ceil((count - i) / flights));
}

/** A valid stair with the number of risers of each flight and the depth of its landings, mm. */
type PlanInput = {
  readonly spec: StairSpec;
  readonly riserCount: number;
  readonly counts: readonly number[];
  readonly landing: number;
};

function planOf(given: PlanInput): StairPlan {
  const { spec, riserCount, counts } = given;
  const riser = spec.rise_total / riserCount;
  const direction = directionOf(spec.direction_deg);
  const frame: FlightFrame = { start: spec.start, direction, width: spec.width };
  const treadCounts = counts.map((risers, i) =>
    spec.top_tread === true && i === counts.length - 1 ? risers : risers - 1,
  );
  const layout = layoutOf(spec, treadCounts, given.landing);
  const flights = counts.map((risers, i): StairFlight => {
    const treads = at(treadCounts, i);
    const { s, t, quarters } = at(layout.flights, i);
    const base = risersBelow(counts, i) * riser;
    const foot = i === 0 ? spec.start : { ...planPoint(frame, s, t), z: spec.start.z + base };
    const own = { start: foot, direction: rotatedQuarters(direction, quarters), width: spec.width };
    const run = runOf(treads, spec.tread);
    const steps = { treadCount: treads, riser, tread: spec.tread, base };
    return {
      ...own,
      risers,
      treads,
      run,
      footprint: flightFootprint(own, run),
      ...stepsSolid(own, steps),
    };
  });
  const landings = layout.landings.map(({ s, t }, i): StairLanding => {
    const top = risersBelow(counts, i + 1) * riser;
    const low = Math.max(0, top - Math.max(LANDING_MM, riser + BELOW_RISER_MM));
    const box: FrameBox = { s, t, z: [low, top] };
    const footprint = boxFootprint(frame, box);
    return { box, z: spec.start.z + top, footprint, mesh: boxSolid(frame, box) };
  });
  const sides = SIDES[spec.handrails ?? 'none'];
  const rails = sides.flatMap((side) => {
    const along = layout.landings.map(({ rails: paths }, i) => {
      const path = paths[side === 1 ? 'left' : 'right'];
      return path.length < 2 ? [] : landingRail(frame, path, at(landings, i).box.z[1]);
    });
    return [...flights.map((flight) => flightRail(flight, riser, side)), ...along].flat();
  });
  const solids = [...flights.map(({ mesh }) => mesh), ...landings.map(({ mesh }) => mesh)];
  return {
    riserCount,
    riser,
    tread: spec.tread,
    treadCount: treadCounts.reduce((sum, treads) => sum + treads, 0),
    runLength: layout.length,
    direction,
    flights: [at(flights, 0), ...flights.slice(1)],
    landings,
    rails,
    walkingLine: walkingLineOf(frame, layout, flights, riser),
    footprint: outlineOf(layout.outline.map(([s, t]) => pointOnGrid(planPoint(frame, s, t)))),
    mesh: mergeMeshes([...solids, ...rails]),
  };
}

const SIDES = { none: [], left: [1], right: [-1], both: [1, -1] } as const satisfies Record<
  Handrails,
  readonly (1 | -1)[]
>;

/** Number of risers of all flights below a flight. */
function risersBelow(counts: readonly number[], flight: number): number {
  return counts.slice(0, flight).reduce((sum, risers) => sum + risers, 0);
}

/** The direction rotated exactly by -1 to 2 quarter turns, positive to the left. */
function rotatedQuarters({ x, y }: Point2, quarters: number): Point2 {
  if (quarters === 0) return { x, y };
  if (quarters === 1) return { x: 0 - y, y: x };
  return quarters === -1 ? { x: y, y: 0 - x } : { x: 0 - x, y: 0 - y };
}

function walkingLineOf(
  frame: FlightFrame,
  { landings }: StairLayout,
  flights: readonly StairFlight[],
  riser: number,
): readonly Point3[] {
  return flights.flatMap((flight, i) => {
    const z = flight.start.z + flight.risers * riser;
    const corners = landings[i]?.corners ?? [];
    return [
      flight.start,
      ...[planPoint(flight, flight.run, 0), ...corners.map(([s, t]) => planPoint(frame, s, t))].map(
        ({ x, y }) => ({ x, y, z }),
      ),
    ];
  });
}

/** An outline without repeated points, counter-clockwise. */
function outlineOf(points: Ring): Ring {
  const kept = points.filter((point, i) => segmentLengthMm(point, cyclic(points, i + 1)) > 0);
  return signedArea(kept) > 0 ? kept : kept.toReversed();
}
