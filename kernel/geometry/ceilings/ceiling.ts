/** @module ceiling: what bodies below end at: the underside of a roof or floor, in convex parts and as the space over it. */

import { convexRings } from '../convex/convex-rings.ts';
import { extrudeRegion } from '../mesh/extrude.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Region, Ring } from '../plan/polygon.ts';
import { ringBounds } from '../plan/polygon.ts';
import type { Part } from '../roofs/layer-pieces.ts';
import type { RoofShape } from '../roofs/roof-shape.ts';
import { coveredRegion, spaceOverShape, undersideParts } from '../roofs/roof-shape.ts';

/** An underside, mm in world coordinates. */
export type Ceiling = {
  /** What it covers: the outline counter-clockwise, holes clockwise. */
  readonly region: Region;
  /** Convex parts of it that share no area, each with its plane. */
  readonly parts: readonly Part[];
  /** The space over the underside, closed, everywhere higher than `top`; null where it does not close. */
  readonly over: (top: number) => Mesh | null;
};

/** The underside of a roof whose outline lies at an elevation. */
export function ceilingOfRoof(shape: RoofShape, elevation: number): Ceiling {
  return {
    region: coveredRegion(shape),
    parts: undersideParts(shape, elevation),
    over: (top) => spaceOverShape(shape, elevation, top),
  };
}

/** A level underside over a valid outline, counter-clockwise. */
export function levelCeiling(outline: Ring, elevation: number): Ceiling {
  const region = { boundary: outline, holes: [] };
  return {
    region,
    parts: convexRings(region).map((ring) => ({
      ring,
      box: ringBounds(ring),
      height: () => elevation,
    })),
    over: (top) => extrudeRegion(region, elevation, Math.max(top, elevation) + 1),
  };
}
