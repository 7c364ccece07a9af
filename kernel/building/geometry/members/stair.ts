/** @module stairs: flights with the landings between them, in plan and as solids. */

import { at, cyclic } from '../indexed.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { mergeMeshes } from '../mesh/mesh.ts';
import type { Ring } from '../plan/polygon.ts';
import { signedArea } from '../plan/polygon.ts';
import type { Point2, Point3 } from '../vector.ts';
import { directionOf, micrometres, pointOnGrid, segmentLengthMm } from '../vector.ts';
import type { FlightFrame, FrameBox } from './flight.ts';
import { boxFootprint, boxSolid, flightFootprint, planPoint, stepsSolid } from './flight.ts';
import { flightRail, LEAST_WIDTH_MM, landingRail } from './handrail.ts';
import type { StairLayout } from './stair-layout.ts';
import { layoutOf, runOf } from './stair-layout.ts';

export type StairShape = 'straight' | 'l' | 'u';
export type StairTurn = 'left' | 'right';
export type Handrails = 'none' | 'left' | 'right' | 'both';

/** What a stair is made from; lengths in mm. */
export type StairSpec = {
  /** Middle of the front edge of the first riser, at the lower floor. */
  readonly start: Point3;
  /** Going direction of the first flight, counter-clockwise from +x; multiples of 90° are exact. */
  readonly direction_deg: number;
  readonly width: number;
  /** Height from the lower to the upper floor. */
  readonly rise_total: number;
  /** No riser is higher than this. */
  readonly riser_max: number;
  /** Depth of a tread from riser to riser. */
  readonly tread: number;
  /** `l` turns by 90° on a landing, `u` by 180°; straight where it is left out. */
  readonly shape?: StairShape | null;
  /** Where it turns to, seen upwards; left where it is left out. */
  readonly turn?: StairTurn | null;
  /** Depth of the landings. A straight stair has none without it; one that turns is as deep as wide. */
  readonly landing?: number | null;
  /** Seen upwards; none where it is left out. */
  readonly handrails?: Handrails | null;
};

/** One flight; `start` is the middle of its first riser at its foot. */
export type StairFlight = FlightFrame & {
  readonly risers: number;
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
  /** Elevation of its top. */
  readonly z: number;
  readonly footprint: Ring;
  readonly mesh: Mesh;
};

export type StairPlan = {
  readonly riserCount: number;
  /** Rise of one step: rise_total / riserCount, not rounded. */
  readonly riser: number;
  readonly tread: number;
  /** One tread fewer than risers in each flight: the last riser ends at the landing or the upper floor. */
  readonly treadCount: number;
  /** Along the walking line in plan, landings included. */
  readonly runLength: number;
  /** Of the first flight. */
  readonly direction: Point2;
  /** In order upwards. */
  readonly flights: readonly [StairFlight, ...StairFlight[]];
  readonly landings: readonly StairLanding[];
  /** Closed solids of the handrails with their posts. */
  readonly rails: readonly Mesh[];
  /** Through the middle of flights and landings, from floor to floor: on flights through the edges of the steps. */
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

export const MOST_RISERS = 1000;
/** More risers than these are tiring without a landing. */
export const MOST_IN_FLIGHT = 18;
/** A landing is this thick, and reaches as far below the last riser before it, mm. */
const LANDING_MM = 250;
const BELOW_RISER_MM = 50;

/**
 * A stair with the fewest equal risers not above `riser_max` (exact in micrometres: 18 of 175 reach 3,150, while
 * 3,150.001 needs 19). A rise of one riser is no stair. Turning stairs have half of their risers before the landing,
 * the odd one there too; straight ones with landings have two flights, and more where one had more than 18 risers.
 */
export function planStair(spec: StairSpec): StairResult {
  const [rise, highest] = [micrometres(spec.rise_total), micrometres(spec.riser_max)];
  if (!(rise > 0 && highest > 0 && micrometres(spec.width) > 0 && micrometres(spec.tread) > 0)) {
    return { ok: false, fault: 'not_positive' };
  }
  const riserCount = Math.floor(rise / highest) + (rise % highest === 0 ? 0 : 1);
  if (riserCount < 2) return { ok: false, fault: 'single_riser' };
  if (riserCount > MOST_RISERS) return { ok: false, fault: 'too_many_risers' };
  const turns = (spec.shape ?? 'straight') !== 'straight';
  const landing = spec.landing ?? (turns ? spec.width : 0);
  if (turns && micrometres(landing) < micrometres(spec.width)) {
    return { ok: false, fault: 'narrow_landing' };
  }
  if ((spec.handrails ?? 'none') !== 'none' && spec.width < LEAST_WIDTH_MM) {
    return { ok: false, fault: 'narrow_for_rails' };
  }
  const counts = risersByFlight(riserCount, turns, landing);
  if (counts.some((risers) => risers < 2)) return { ok: false, fault: 'too_few_to_turn' };
  return { ok: true, plan: planOf({ spec, riserCount, counts, landing }) };
}

function risersByFlight(count: number, turns: boolean, landing: number): readonly number[] {
  const flights = turns ? 2 : landing > 0 ? Math.max(2, Math.ceil(count / MOST_IN_FLIGHT)) : 1;
  return Array.from({ length: flights }, (_, i) => Math.ceil((count - i) / flights));
}

type Given = {
  readonly spec: StairSpec;
  readonly riserCount: number;
  readonly counts: readonly number[];
  readonly landing: number;
};

function planOf(given: Given): StairPlan {
  const { spec, riserCount, counts } = given;
  const riser = spec.rise_total / riserCount;
  const direction = directionOf(spec.direction_deg);
  const frame: FlightFrame = { start: spec.start, direction, width: spec.width };
  const layout = layoutOf(spec, counts, given.landing);
  const flights = counts.map((risers, i): StairFlight => {
    const { s, t, quarters } = at(layout.flights, i);
    const base = heightBefore(counts, i) * riser;
    const foot = i === 0 ? spec.start : { ...planPoint(frame, s, t), z: spec.start.z + base };
    const own = { start: foot, direction: turnedBy(direction, quarters), width: spec.width };
    const run = runOf(risers, spec.tread);
    const steps = { treadCount: risers - 1, riser, tread: spec.tread, base };
    return { ...own, risers, run, footprint: flightFootprint(own, run), ...stepsSolid(own, steps) };
  });
  const landings = layout.landings.map(({ s, t }, i): StairLanding => {
    const top = heightBefore(counts, i + 1) * riser;
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
    treadCount: riserCount - counts.length,
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

/** Risers below a flight. */
function heightBefore(counts: readonly number[], flight: number): number {
  return counts.slice(0, flight).reduce((sum, risers) => sum + risers, 0);
}

/** Left for positive quarters; exact. */
function turnedBy({ x, y }: Point2, quarters: number): Point2 {
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

/** Without points that are there twice, counter-clockwise. */
function outlineOf(points: Ring): Ring {
  const kept = points.filter((point, i) => segmentLengthMm(point, cyclic(points, i + 1)) > 0);
  return signedArea(kept) > 0 ? kept : kept.toReversed();
}
