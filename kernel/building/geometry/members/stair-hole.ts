/** @module stair hole: the opening that a floor above a stair needs, so that one walks upright under its edge. */

import { at } from '../indexed.ts';
import type { Ring } from '../plan/polygon.ts';
import { signedArea } from '../plan/polygon.ts';
import { directionOf, pointOnGrid } from '../vector.ts';
import { planPoint } from './flight.ts';
import type { StairPlan, StairSpec } from './stair.ts';

/** Height above the edges of the steps that stays free, mm. */
export const HEADROOM_MM = 2000;

type Rectangle = { readonly s: readonly [number, number]; readonly t: readonly [number, number] };

/**
 * Outline of the opening in a floor whose underside is at `underside` mm, counter-clockwise, on the grid: the stair from
 * where the line over the edges of its steps comes nearer to the floor than the headroom, as long as
 * tread * (headroom + thickness) / riser on one flight. Null where it comes no nearer.
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
  const turned = spec.turn === 'right' ? -1 : 1;
  const corners = cornersOf(plan, spec, steps, limit);
  if (corners === null) return null;
  const frame = { start: spec.start, direction: directionOf(spec.direction_deg) };
  const ring = corners.map(([s, t]) => pointOnGrid(planPoint(frame, s, t * turned)));
  const distinct = ring.filter((p, i) => {
    const next = at(ring, (i + 1) % ring.length);
    return p.x !== next.x || p.y !== next.y;
  });
  return signedArea(distinct) < 0 ? distinct.toReversed() : distinct;
}

type Steps = readonly { readonly from: number; readonly run: number }[];

function rectangle({ s, t }: Rectangle): readonly (readonly [number, number])[] {
  return [
    [s[0], t[0]],
    [s[1], t[0]],
    [s[1], t[1]],
    [s[0], t[1]],
  ];
}

/** Corners along the first flight and to the side that the stair turns to; neighbours can be the same. */
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
    return rectangle({ s: [from, runLength], t: [0 - half, half] });
  }
  const [start, far] = landing.box.s;
  const deep = far - start;
  const onLanding = landing.z > limit;
  if (shape === 'u') {
    const away = Math.max(...landing.box.t.map(Math.abs)) - half;
    const [back, turn] = [start - last.run, start - last.from];
    if (!onLanding) return rectangle({ s: [back, turn], t: [away - half, away + half] });
    const from = low ? Math.min(first.from, back) : back;
    return rectangle({ s: [from, far], t: [0 - half, away + half] });
  }
  const side = deep - half;
  const end = side + last.run;
  if (!onLanding) return rectangle({ s: [far - width, far], t: [side + last.from, end] });
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

/** Along a straight stair, from where the first flight or landing is too near. */
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
