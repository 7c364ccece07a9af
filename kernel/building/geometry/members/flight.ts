/** @module flight: one flight of a stair or ramp, as a side view extruded across its width. */

import { at } from '../indexed.ts';
import { extrudeRegion, extrudeTriangles } from '../mesh/extrude.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Region, Ring } from '../plan/polygon.ts';
import { type Point2, type Point3, pointOnGrid } from '../vector.ts';

/** Thickness of the sloping slab under the steps, perpendicular to the pitch, mm. */
const WAIST_MM = 150;

/** Start (middle of the lower edge), direction and width of a flight or ramp. */
export type FlightFrame = {
  readonly start: Point3;
  readonly direction: Point2;
  readonly width: number;
};

/** Rectangle of a flight in plan, counter-clockwise, on the grid. */
export function flightFootprint(frame: FlightFrame, runLength: number): Ring {
  const half = frame.width / 2;
  return boxFootprint(frame, { s: [0, runLength], t: [-half, half] });
}

/** The point in plan that is `s` mm along the going from the start and `t` mm to the left. */
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

/** Closed solid of `section` (x along the going, y up, counter-clockwise) extruded across the width. */
export function flightSolid(frame: FlightFrame, section: Ring): Mesh {
  return regionSolid(frame, { boundary: section, holes: [] });
}

/** The same of a section with holes. */
export function regionSolid(frame: FlightFrame, section: Region): Mesh {
  const half = frame.width / 2;
  return inFlightFrame(frame, extrudeRegion(section, -half, half));
}

/** The steps of a flight whose lower end is `base` mm above the lower floor; lengths mm. */
export type Steps = {
  readonly treadCount: number;
  readonly riser: number;
  readonly tread: number;
  readonly base: number;
};

/** The closed solid of a flight and its side view. */
export function stepsSolid(
  frame: FlightFrame,
  steps: Steps,
): { readonly section: Ring; readonly mesh: Mesh } {
  const half = frame.width / 2;
  const { ring, triangles } = stepsSection(steps);
  const mesh = inFlightFrame(frame, extrudeTriangles(ring, triangles, -half, half));
  return { section: ring, mesh };
}

/** A box in the frame of a flight, mm: `s` along the going, `t` to its left, `z` up from the start. */
export type FrameBox = {
  readonly s: readonly [number, number];
  readonly t: readonly [number, number];
  readonly z: readonly [number, number];
};

/** Rectangle of a box in plan, counter-clockwise, on the grid. */
export function boxFootprint(
  frame: Pick<FlightFrame, 'start' | 'direction'>,
  box: Pick<FrameBox, 's' | 't'>,
): Ring {
  return boxCorners(box).map(([along, left]) => pointOnGrid(planPoint(frame, along, left)));
}

/** Corners of a box in plan in the frame of the flight, counter-clockwise. */
export function boxCorners({
  s,
  t,
}: Pick<FrameBox, 's' | 't'>): readonly (readonly [s: number, t: number])[] {
  return [
    [s[0], t[0]],
    [s[1], t[0]],
    [s[1], t[1]],
    [s[0], t[1]],
  ];
}

/** Closed solid of a box. */
export function boxSolid(frame: FlightFrame, { s, t, z }: FrameBox): Mesh {
  const boundary = [
    { x: s[0], y: z[0] },
    { x: s[1], y: z[0] },
    { x: s[1], y: z[1] },
    { x: s[0], y: z[1] },
  ];
  return inFlightFrame(frame, extrudeRegion({ boundary, holes: [] }, 0 - t[1], 0 - t[0]));
}

/** Moves a prism over a side view into the frame of a flight. */
function inFlightFrame(frame: Pick<FlightFrame, 'start' | 'direction'>, prism: Mesh): Mesh {
  const positions = new Float64Array(prism.positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    // The height of the prism becomes the distance to the right of the going, so its faces still point outwards.
    const { x, y } = planPoint(frame, at(prism.positions, i), 0 - at(prism.positions, i + 2));
    positions[i] = x;
    positions[i + 1] = y;
    positions[i + 2] = frame.start.z + at(prism.positions, i + 1);
  }
  return { positions, triangles: prism.triangles };
}

type Section = { readonly ring: Ring; readonly triangles: Uint32Array };

/** Vertical thickness of the sloping slab under the steps, mm. */
function waistHeight(riser: number, tread: number): number {
  const pitch = riser / tread;
  return WAIST_MM * Math.sqrt(1 + pitch * pitch);
}

/**
 * The side view of steps over a sloping slab that ends at the lower floor, with its triangles. The feet of the risers
 * are collinear, so a general triangulation could produce a degenerate triangle of three feet; here each step is one
 * triangle, and the slab a fan from its upper end.
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
    // The foot of the riser of this step; the first riser starts at corner 0, on the floor or landing.
    const foot = i === treadCount - 1 ? 0 : back + 2;
    triangles.push(back, back + 1, foot, end, back, foot);
  }
  return {
    ring: [{ x: 0, y: 0 }, ...soffit, ...steps],
    triangles: Uint32Array.from(triangles),
  };
}
