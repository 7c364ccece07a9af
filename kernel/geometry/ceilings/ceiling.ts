/** @module ceiling: what bodies below end at: the underside of a roof or floor, in convex parts and as the space over it. */

import { convexRings } from '../convex/convex-rings.ts';
import { extrudeRegion } from '../mesh/extrude.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Ring } from '../plan/polygon.ts';
import { ringBounds } from '../plan/polygon.ts';
import type { Part } from '../roofs/layer-pieces.ts';
import type { RoofShape } from '../roofs/roof-shape.ts';
import { spaceOverShape, undersideParts } from '../roofs/roof-shape.ts';

/** An underside, mm in world coordinates. */
export type Ceiling = {
  /** Counter-clockwise. */
  readonly outline: Ring;
  /** Convex parts of the outline that share no area, each with its plane. */
  readonly parts: readonly Part[];
  /** The space over the underside, closed, everywhere higher than `top`; null where it does not close. */
  readonly over: (top: number) => Mesh | null;
};

/** The underside of a roof whose outline lies at an elevation. */
export function ceilingOfRoof(shape: RoofShape, elevation: number): Ceiling {
  return {
    outline: shape.eaves,
    parts: undersideParts(shape, elevation),
    over: (top) => spaceOverShape(shape, elevation, top),
  };
}

/** A level underside over a valid outline, counter-clockwise. */
export function levelCeiling(outline: Ring, elevation: number): Ceiling {
  return {
    outline,
    parts: convexRings({ boundary: outline, holes: [] }).map((ring) => ({
      ring,
      box: ringBounds(ring),
      height: () => elevation,
    })),
    over: (top) =>
      extrudeRegion({ boundary: outline, holes: [] }, elevation, Math.max(top, elevation) + 1),
  };
}
