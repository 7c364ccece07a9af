/** @module stair hole: the opening that a floor above a stair needs for headroom under the edge of the opening. */

import { at } from '../indexed.ts';
import { type Ring, signedArea } from '../plan/polygon.ts';
import { directionOf, pointOnGrid } from '../vector.ts';
import { boxCorners, planPoint } from './flight.ts';
import type { StairPlan, StairSpec } from './stair.ts';

/** Required headroom above the nosing line, mm. */
export const HEADROOM_MM = 2000;

/**
 * Outline of the opening in a floor whose underside is at elevation `underside`, mm, counter-clockwise, on the grid. It
 * is above the part of the stair whose nosing line has less than the headroom below the floor; on a single flight its
 * length is tread · (headroom + thickness) / riser. Null if the stair needs no opening.
 */
export function stairHole(
  plan: StairPlan,
  spec: Pick<StairSpec, 'start' | 'direction_deg' | 'width' | 'shape' | 'turn'>,
  underside: number,
): Ring | null {
  const limit = underside - HEADROOM_MM;
  const steps = plan.flights.map(({ start, run }) => {
    const from = ((limit - start.z) / plan.riser - 1) * plan.tread;
    return { from: Math.min(run, Math.max(0, from)), run };
  });
  const mirror = spec.turn === 'right' ? -1 : 1;
  const corners = cornersOf(plan, spec, steps, limit);
  if (corners === null) return null;
  const frame = { start: spec.start, direction: directionOf(spec.direction_deg) };
  const ring = corners.map(([s, t]) => pointOnGrid(planPoint(frame, s, t * mirror)));
  const distinct = ring.filter((p, i) => {
    const next = at(ring, (i + 1) % ring.length);
    return p.x !== next.x || p.y !== next.y;
  });
  return signedArea(distinct) < 0 ? distinct.toReversed() : distinct;
}

/** For each flight its length `run`, and the station `from` which it is too close to the floor, mm. */
type Steps = readonly { readonly from: number; readonly run: number }[];

/**
 * Corners of the opening: distance along the first flight, and towards the side of the turn, mm. Adjacent corners may
 * coincide. Null if the stair needs no opening.
 */
function cornersOf(
  { landings, runLength }: StairPlan,
  { width, shape }: Pick<StairSpec, 'width' | 'shape'>,
  steps: Steps,
  limit: number,
): readonly (readonly [number, number])[] | null {
  const half = width / 2;
  const [first, last] = [at(steps, 0), at(steps, steps.length - 1)];
  if (last.from >= last.run) return null;
  const low = first.from < first.run;
  const landing = landings[0];
  if (landing === undefined || shape === null || shape === undefined || shape === 'straight') {
    const from = straightFrom(steps, landings, limit);
    return boxCorners({ s: [from, runLength], t: [0 - half, half] });
  }
  const [start, far] = landing.box.s;
  const deep = far - start;
  const onLanding = landing.z > limit;
  if (shape === 'u') {
    const away = Math.max(...landing.box.t.map(Math.abs)) - half;
    const [back, turn] = [start - last.run, start - last.from];
    if (!onLanding) return boxCorners({ s: [back, turn], t: [away - half, away + half] });
    const from = low ? Math.min(first.from, back) : back;
    return boxCorners({ s: [from, far], t: [0 - half, away + half] });
  }
  const side = deep - half;
  const end = side + last.run;
  if (!onLanding) return boxCorners({ s: [far - width, far], t: [side + last.from, end] });
  const from = low ? first.from : start;
  const inner = low ? half : side;
  return [
    [from, 0 - half],
    [far, 0 - half],
    [far, end],
    [far - width, end],
    [far - width, side],
    [start, side],
    [start, inner],
    [from, inner],
  ];
}

/** The station on a straight stair from which a flight or landing is too close to the floor, mm. */
function straightFrom(steps: Steps, landings: StairPlan['landings'], limit: number): number {
  let begin = 0;
  for (const [i, { from, run }] of steps.entries()) {
    if (from < run) return begin + from;
    const landing = landings[i];
    if (landing === undefined) return begin + run;
    if (landing.z > limit) return landing.box.s[0];
    begin = landing.box.s[1];
  }
  return begin;
}
