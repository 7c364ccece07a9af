/** @module handrail: rails with posts along the flights and landings of a stair. */

import { at } from '../indexed.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { COUNT_ROUND_OFF } from '../tolerances.ts';
import type { Point3 } from '../vector.ts';
import { boxSolid, type FlightFrame, type FrameBox, planPoint } from './flight.ts';
import { beamMesh } from './member-mesh.ts';
import type { Profile } from './profile.ts';

/** Height of the top of the rail above the nosing line, mm. */
const TOP_MM = 900;
const RAIL = { kind: 'rectangle', width: 50, depth: 40 } as const satisfies Profile;

/** Width and depth of a post, mm. */
const POST_MM = 40;

/** Maximum distance between posts in plan, mm. */
const POST_SPACING_MM = 1200;

/** Distance of the centre line of the rail from the side of the flight, mm. */
export const RAIL_INSET_MM = 50;

/** Minimum width of a flight with handrails, mm. */
export const MIN_RAILED_WIDTH_MM = 300;

/** Height of the middle of the rail above the nosing line, mm. */
const MIDDLE_MM = TOP_MM - RAIL.depth / 2;

/** The dimensions of a flight on which its rails depend. */
export type RailedFlight = FlightFrame & { readonly treads: number; readonly run: number };

/** The posts and the rail on the left (1) or right (-1) side of a flight as closed solids, which may overlap. */
export function flightRail(flight: RailedFlight, riser: number, side: 1 | -1): readonly Mesh[] {
  const { treads, run, width, start } = flight;
  const t = side * (width / 2 - RAIL_INSET_MM);
  const tread = run / treads;
  const middleAt = (s: number): number => riser + (s * riser) / tread + MIDDLE_MM;
  const point = (s: number): Point3 => ({ ...planPoint(flight, s, t), z: start.z + middleAt(s) });
  const rail = beamMesh({ start: point(0), end: point(run), profile: RAIL });
  const parts = Math.min(treads - 1, Math.max(1, Math.ceil(run / POST_SPACING_MM)));
  const posts = Array.from({ length: parts + 1 }, (_, i) => {
    const step = parts === 0 ? 0 : Math.round((i * (treads - 1)) / parts);
    const s = (step + 0.5) * tread;
    return post(flight, [s, t], [(step + 1) * riser, middleAt(s)]);
  });
  return [...posts, rail];
}

/** A path along the edges of a landing, mm: points (`s`, `t`) in the frame of the first flight, axis-parallel steps. */
export type RailPath = readonly (readonly [number, number])[];

/** The rail and posts along the edges of a landing whose top is `z` mm above the start of the frame. */
export function landingRail(frame: FlightFrame, path: RailPath, z: number): readonly Mesh[] {
  const [low, high] = [z + MIDDLE_MM - RAIL.depth / 2, z + TOP_MM];
  const half = RAIL.width / 2;
  const solids: Mesh[] = [];
  for (let i = 0; i + 1 < path.length; i++) {
    const [[s0, t0], [s1, t1]] = [at(path, i), at(path, i + 1)];
    const box: FrameBox = {
      s: [Math.min(s0, s1) - half, Math.max(s0, s1) + half],
      t: [Math.min(t0, t1) - half, Math.max(t0, t1) + half],
      z: [low, high],
    };
    solids.push(boxSolid(frame, box));
    const parts = Math.max(
      1,
      Math.ceil((Math.abs(s1 - s0) + Math.abs(t1 - t0)) / POST_SPACING_MM - COUNT_ROUND_OFF),
    );
    for (let k = i === 0 ? 0 : 1; k <= parts; k++) {
      const place = [s0 + ((s1 - s0) * k) / parts, t0 + ((t1 - t0) * k) / parts] as const;
      solids.push(post(frame, place, [z, z + MIDDLE_MM]));
    }
  }
  return solids;
}

function post(
  frame: FlightFrame,
  [s, t]: readonly [number, number],
  z: readonly [number, number],
): Mesh {
  const half = POST_MM / 2;
  return boxSolid(frame, { s: [s - half, s + half], t: [t - half, t + half], z });
}
