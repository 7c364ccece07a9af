/** @module flight: flights and steps of a stair, from its body and the floors that it joins. */
import { at } from '../../../building/geometry/indexed.ts';
import type { StairPlan } from '../../../building/geometry/members/stair.ts';
import type { Mesh } from '../../../building/geometry/mesh/mesh.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import { micrometres, type Point2 } from '../../../building/geometry/vector.ts';
import {
  stairBetween,
  type StairEnds,
  stairEnds,
} from '../../../building/kinds/stair/stair-plan.ts';
import { oncePerRun, type Run } from '../run.ts';
import { Frame, type Interval } from '../shapes/frame.ts';
import { doubledPlanArea, trianglesIn } from './bodies.ts';
import { standingAtEnd } from './surfaces.ts';

/** The floors are measured at this distance in front of the first and behind the last riser, mm. */
const BESIDE_FLIGHT_MM = 100;

/** Maximum difference in height of a floor and a tread that is level with it, mm. */
const LEVEL_MM = 1;

/** A tread: a level face of the body, in the frame of the flight. */
type Tread = { readonly z: number; readonly s: Interval; readonly t: Interval };

/** A flight of a stair; lengths in mm. `s` runs up the flight from its first riser. */
export type Flight = {
  readonly frame: Frame;
  readonly treads: readonly Tread[];
  /**
   * Heights of the risers: from the floor or landing below to the first tread, between treads, and from the last tread
   * to the floor or landing above.
   */
  readonly risers: readonly number[];
  /** Distances from each front edge to the next, and from the last one to the last riser. */
  readonly goings: readonly number[];
  /** Elevation of the floor or landing below and above. */
  readonly foot: number;
  readonly head: number;
  /** Extent along the flight, from the first to the last riser, or to the end of a tread at its top. */
  readonly s: Interval;
  /** Front edge of a tread at its top that is level with the floor there; null without one. */
  readonly top: number | null;
  readonly t: Interval;
};

function treadsOf(mesh: Mesh, frame: Frame): readonly Tread[] {
  const byHeight = new Map<number, Tread>();
  for (const triangle of trianglesIn(mesh)) {
    const [a, b, c] = triangle;
    if (doubledPlanArea(triangle) <= 0 || micrometres(a.z) !== micrometres(b.z)) continue;
    if (micrometres(b.z) !== micrometres(c.z)) continue;
    const known = byHeight.get(micrometres(a.z));
    const [s, t] = [triangle.map((p) => frame.s(p)), triangle.map((p) => frame.t(p))];
    byHeight.set(micrometres(a.z), {
      z: a.z,
      s: [Math.min(...s, known?.s[0] ?? Infinity), Math.max(...s, known?.s[1] ?? -Infinity)],
      t: [Math.min(...t, known?.t[0] ?? Infinity), Math.max(...t, known?.t[1] ?? -Infinity)],
    });
  }
  return [...byHeight.values()].toSorted((a, b) => a.z - b.z);
}

/** A landing between two flights. */
type Landing = {
  readonly z: number;
  /** Outline in plan, counter-clockwise. */
  readonly ring: Ring;
  /** Depth along the direction of the first flight. */
  readonly depth: number;
};

/** The flights and landings of a stair; lengths in mm. */
export type StairFlights = {
  /** Flights in order from the lowest to the highest. */
  readonly flights: readonly [Flight, ...Flight[]];
  readonly landings: readonly Landing[];
  /** Length along the slope of the flights and over the landings. */
  readonly length: number;
};

/** The flights of a stair; null if there is no such stair or one of its levels is missing. */
export const stairFlights = oncePerRun((run, id): StairFlights | null => {
  const made = madeStair(run, id);
  const stair = run.view.elementOf(id, 'stair');
  if (made === null || stair === undefined) return null;
  const { plan, ends } = made;
  const { level_id, top_level_id } = stair.params;
  const last = plan.flights.length - 1;
  const flights = plan.flights.flatMap((flight, i): Flight[] => {
    const frame = new Frame(flight.start, flight.direction);
    const treads = treadsOf(flight.mesh, frame);
    const [lowest, highest] = [treads[0], treads.at(-1)];
    if (lowest === undefined || highest === undefined) return [];
    const below = frame.point(lowest.s[0] - BESIDE_FLIGHT_MM, 0);
    const above = frame.point(highest.s[1] + BESIDE_FLIGHT_MM, 0);
    const foot = plan.landings[i - 1]?.z ?? standingAtEnd(run, { level_id, z: ends.foot }, below);
    const head =
      i === last
        ? standingAtEnd(run, { level_id: top_level_id, z: ends.head }, above)
        : at(plan.landings, i).z;
    // No riser is between a tread at the top and the floor that is level with it.
    const isLevel = flight.treads === flight.risers && Math.abs(highest.z - head) <= LEVEL_MM;
    const heights = [foot, ...treads.map(({ z }) => z), ...(isLevel ? [] : [head])];
    return [
      {
        frame,
        treads,
        risers: heights.slice(1).map((z, k) => z - at(heights, k)),
        goings: treads.map(({ s }, k) => (treads[k + 1]?.s[0] ?? s[1]) - s[0]),
        foot,
        head,
        s: [lowest.s[0], lowest.s[0] + (highest.s[1] - lowest.s[0])],
        top: isLevel ? highest.s[0] : null,
        t: lowest.t,
      },
    ];
  });
  const [first, ...more] = flights;
  if (first === undefined) return null;
  const level = plan.flights.reduce((rest, flight) => rest - flight.run, plan.runLength);
  const slopes = flights.map((flight) =>
    Math.hypot(flight.s[1] - flight.s[0], flight.head - flight.foot),
  );
  return {
    flights: [first, ...more],
    landings: plan.landings.map(({ z, footprint, box: { s } }) => ({
      z,
      ring: footprint,
      depth: s[1] - s[0],
    })),
    length: slopes.reduce((sum, length) => sum + length, level),
  };
});

type MadeStair = { readonly plan: StairPlan; readonly ends: StairEnds };

function madeStair(run: Run, id: string): MadeStair | null {
  const { view } = run;
  const stair = view.elementOf(id, 'stair');
  if (stair === undefined) return null;
  const [base, top] = [
    view.elementOf(stair.params.level_id, 'level')?.params.elevation,
    view.elementOf(stair.params.top_level_id, 'level')?.params.elevation,
  ];
  if (base === undefined || top === undefined) return null;
  const made = stairBetween(stair.params, base, top);
  return made.ok ? { plan: made.plan, ends: stairEnds(stair.params, base, top) } : null;
}

/** Routes enter and leave a flight at this distance from its first and last riser, mm: clear of the edge of its well. */
export const OFF_FLIGHT_MM = 10;

/** The points in plan at which routes enter a stair below and leave it above. */
export function endsOf({ flights }: StairFlights): Readonly<Record<'foot' | 'head', Point2>> {
  const [first, last] = [flights[0], flights.at(-1) ?? flights[0]];
  return {
    foot: first.frame.point(first.s[0] - OFF_FLIGHT_MM, 0),
    head: last.frame.point(last.s[1] + OFF_FLIGHT_MM, 0),
  };
}

/** Id of the level that a stair leads up to; null for an element that is not a stair. */
export function stairTop(run: Run, id: string): string | null {
  return run.view.elementOf(id, 'stair')?.params.top_level_id ?? null;
}

/** Ids of the stairs that begin or end on a level. */
export const stairsOf = oncePerRun((run, level_id): readonly string[] => {
  const ids: string[] = [];
  for (const { id, params } of run.view.elementsOf('stair')) {
    if (params.level_id === level_id || params.top_level_id === level_id) ids.push(id);
  }
  return ids;
});

/** Elevation of the pitch line (over the front edges of the steps) at `s` along the flight, mm. */
export function pitchLine({ treads, risers, goings }: Flight, s: number): number {
  const [first, riser, going] = [at(treads, 0), at(risers, 1), at(goings, 0)];
  return first.z + ((s - first.s[0]) * riser) / going;
}
