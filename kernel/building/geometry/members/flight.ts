/** @module flight: one flight of a stair or a ramp as a side view carried across its width. */

import { at } from '../indexed.ts';
import { extrudeRegion, extrudeTriangles } from '../mesh/extrude.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Ring } from '../plan/polygon.ts';
import type { Point2, Point3 } from '../vector.ts';
import { pointOnGrid } from '../vector.ts';

/** Thickness of the sloping slab under the steps, square to the pitch, mm. */
const WAIST_MM = 150;

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

/** A plan point `s` mm along the going and `t` mm to its left. */
export function planPoint(
  { start, direction }: Pick<FlightFrame, 'start' | 'direction'>,
  s: number,
  t: number,
): Point2 {
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

/** Steps of a flight whose lower end stands `base` mm above the lowest floor. */
export type Steps = {
  readonly treadCount: number;
  readonly riser: number;
  readonly tread: number;
  readonly base: number;
};

/** Closed solid of a flight, with its side view. */
export function stepsSolid(
  frame: FlightFrame,
  steps: Steps,
): { readonly section: Ring; readonly mesh: Mesh } {
  const half = frame.width / 2;
  const { ring, triangles } = stepsSection(steps);
  const mesh = laidAlong(frame, extrudeTriangles(ring, triangles, -half, half));
  return { section: ring, mesh };
}

/** A box in the frame of a flight: along the going, to its left, and up from the start; mm. */
export type FrameBox = {
  readonly s: readonly [number, number];
  readonly t: readonly [number, number];
  readonly z: readonly [number, number];
};

/** Plan rectangle of a box, counter-clockwise, on the grid. */
export function boxFootprint(frame: Pick<FlightFrame, 'start' | 'direction'>, box: FrameBox): Ring {
  const { s, t } = box;
  return (
    [
      [s[0], t[0]],
      [s[1], t[0]],
      [s[1], t[1]],
      [s[0], t[1]],
    ] as const
  ).map(([along, left]) => pointOnGrid(planPoint(frame, along, left)));
}

/** Closed solid of a box. */
export function boxSolid(frame: FlightFrame, { s, t, z }: FrameBox): Mesh {
  const boundary = [
    { x: s[0], y: z[0] },
    { x: s[1], y: z[0] },
    { x: s[1], y: z[1] },
    { x: s[0], y: z[1] },
  ];
  return laidAlong(frame, extrudeRegion({ boundary, holes: [] }, 0 - t[1], 0 - t[0]));
}

/** A prism over a side view, laid along the going of a flight. */
function laidAlong(frame: Pick<FlightFrame, 'start' | 'direction'>, prism: Mesh): Mesh {
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

/** Height of the sloping slab under the steps, measured upright, mm. */
function waistHeight(riser: number, tread: number): number {
  const pitch = riser / tread;
  return WAIST_MM * Math.sqrt(1 + pitch * pitch);
}

/**
 * Saw-tooth of steps over a sloping slab that does not go below the lowest floor. The feet of the risers lie on one
 * line, so that a general triangulation would join three of them: here each step is one triangle, and the slab a fan
 * from its upper end.
 */
function stepsSection({ treadCount, riser, tread, base }: Steps): Section {
  const pitch = riser / tread;
  const depth = waistHeight(riser, tread);
  const run = treadCount * tread;
  const [below, low] = [treadCount * riser - depth, 0 - base];
  const flat = (low + depth) / pitch;
  const soffit: Point2[] = base > 0 ? [{ x: 0, y: Math.max(low, 0 - depth) }] : [];
  if (below > low) {
    if (flat > 0) soffit.push({ x: flat, y: low });
    soffit.push({ x: run, y: below });
  } else {
    soffit.push({ x: run, y: low });
  }
  const steps = Array.from({ length: treadCount }, (_, i) => [
    { x: (treadCount - i) * tread, y: (treadCount - i) * riser },
    { x: (treadCount - i - 1) * tread, y: (treadCount - i) * riser },
  ]).flat();
  const end = soffit.length;
  const triangles: number[] = [];
  for (let i = 1; i < end; i++) triangles.push(i - 1, i, end);
  for (let i = 0; i < treadCount; i++) {
    const back = end + 1 + 2 * i;
    // The foot of the riser below; under the first one lies the floor or the landing.
    const foot = i === treadCount - 1 ? 0 : back + 2;
    triangles.push(back, back + 1, foot, end, back, foot);
  }
  return {
    ring: [{ x: 0, y: 0 }, ...soffit, ...steps],
    triangles: Uint32Array.from(triangles),
  };
}
