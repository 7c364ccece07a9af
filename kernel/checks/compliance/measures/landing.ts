/** @module landing: free level depth of the floor in front of a stair, ramp or door. */
import { at, cyclic } from '../../../building/geometry/indexed.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import type { Element } from '../../../building/kinds/elements.ts';
import type { Run } from '../run.ts';
import type { Frame, Interval } from '../shapes/frame.ts';
import { intrusionsInto, SAME_MM, TOUCH_MM } from './free-space/blocked.ts';
import { covers, surfaceAt, surfacesNear } from './surfaces.ts';

/** Bodies between these heights above the floor obstruct, mm: lower ones are stepped over, higher ones passed under. */
const OVER_MM = 50;
const UPRIGHT_MM = 2000;
/** Floors whose elevations differ by no more than this are one level floor, mm. */
const LEVEL_MM = 13;
/** Depths are measured up to this, mm: no standard requires a deeper landing. */
export const DEEPEST_MM = 3000;
/** Inset of the outer probe lines from the edges, mm, and the number of probe lines. */
const INSIDE_MM = 1;
const LINES = 5;
/** Gaps between floors that are no wider than this are ignored, mm. */
const GAP_MM = 2;

/** The start of a landing: it extends from `s` along the frame, over the width `t`, at an elevation; mm. */
export type Edge = {
  readonly frame: Frame;
  readonly s: number;
  readonly t: Interval;
  readonly elevation: number;
  /** Elevation of the finish of the floor, if the room there states it; bodies count above it. */
  readonly finish?: number | null;
};

/** Distances from `s` at which the line at `t` crosses a ring, mm. */
function crossings(ring: Ring, { frame, s }: Edge, t: number): readonly number[] {
  const found: number[] = [];
  for (let i = 0; i < ring.length; i++) {
    const [a, b] = [at(ring, i), cyclic(ring, i + 1)];
    const [ta, tb] = [frame.t(a) - t, frame.t(b) - t];
    if (ta > 0 === tb > 0) continue;
    const share = ta / (ta - tb);
    found.push(frame.s(a) + (frame.s(b) - frame.s(a)) * share - s);
  }
  return found.filter((distance) => distance > 0);
}

/** Length over which level floors continue along the line at `t`, mm; null if no floor is at the start of the line. */
function floorAlong(run: Run, edge: Edge, t: number): number | null {
  const { frame, s, elevation } = edge;
  const start = surfaceAt(run, elevation, frame.point(s + GAP_MM, t));
  if (start === null) return null;
  const floors = surfacesNear(run, elevation).filter(({ z }) => Math.abs(z - start.z) <= LEVEL_MM);
  const ends = floors
    .flatMap(({ boundary, holes }) => [boundary, ...holes])
    .flatMap((ring) => crossings(ring, edge, t))
    .toSorted((a, b) => a - b);
  const end = ends.find((distance) => {
    const beyond = frame.point(s + distance + GAP_MM, t);
    return !floors.some((floor) => covers(floor, beyond));
  });
  return end ?? DEEPEST_MM;
}

/** A free depth, mm, and the ids of all bodies that limit it, sorted. */
export type Depth = { readonly depth: number; readonly of: readonly string[] };

/**
 * Free level depth from an edge, up to `DEEPEST_MM`; null if no floor is modelled at the edge. `counts` selects the bodies
 * that obstruct.
 */
export function freeDepth(
  run: Run,
  edge: Edge,
  counts: (element: Element) => boolean,
): Depth | null {
  const { frame, s, t } = edge;
  const [from, to] = [t[0] + INSIDE_MM, t[1] - INSIDE_MM];
  const lines = Array.from({ length: LINES }, (_, i) => from + ((to - from) * i) / (LINES - 1));
  const depths = lines.map((line) => floorAlong(run, edge, line));
  const floor = depths.reduce<number | null>(
    (least, depth) => (least === null || depth === null ? null : Math.min(least, depth)),
    DEEPEST_MM,
  );
  if (floor === null) return null;
  const standing = surfaceAt(run, edge.elevation, frame.point(s + GAP_MM, (from + to) / 2));
  const strip = {
    frame,
    s: [s, s + DEEPEST_MM],
    t,
    height: () => Math.max(standing?.z ?? edge.elevation, edge.finish ?? -Infinity),
    low: OVER_MM,
    high: UPRIGHT_MM,
  } as const;
  const bodies = intrusionsInto(run, strip, counts).map((body) => {
    const off = body.s[0] - s;
    // Parts of bodies within a touch of the edge are clipped: a body that begins there leaves nothing free.
    return { id: body.id, off: off <= TOUCH_MM + SAME_MM ? 0 : off };
  });
  const depth = Math.min(floor, ...bodies.map(({ off }) => off));
  const of = bodies.filter(({ off }) => off <= depth + SAME_MM).map(({ id }) => id);
  return { depth, of: of.toSorted() };
}
