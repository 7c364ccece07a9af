/** @module ceiling: the underside of a roof or floor, at which the bodies below it end, as convex parts. */

import { convexRings } from '../convex/convex-rings.ts';
import { type Ring, ringBounds } from '../plan/polygon.ts';
import type { Part } from '../roofs/layer-pieces.ts';
import { type RoofShape, undersideParts } from '../roofs/roof-shape.ts';

/** An underside, mm in world coordinates. */
export type Ceiling = {
  /** Convex parts that share no area, each with its plane. */
  readonly parts: readonly Part[];
};

/** The last ceiling of each roof, because all elements that end under a roof use the same one. */
const LAST = new WeakMap<object, { readonly elevation: number; readonly ceiling: Ceiling }>();

/** The underside of a roof whose outline is at `elevation`, mm. */
export function ceilingOfRoof(shape: RoofShape, elevation: number): Ceiling {
  return cachedCeiling(shape, elevation, () => undersideParts(shape));
}

/** The underside of parts whose heights are relative to a roof outline at `elevation`, mm. */
export function ceilingOfParts(parts: readonly Part[], elevation: number): Ceiling {
  return cachedCeiling(parts, elevation, () => parts);
}

function cachedCeiling(key: object, elevation: number, parts: () => readonly Part[]): Ceiling {
  const last = LAST.get(key);
  if (last?.elevation === elevation) return last.ceiling;
  const lifted = parts().map(({ ring, box, height }): Part => {
    return { ring, box, height: (p) => elevation + height(p) };
  });
  const ceiling = { parts: lifted };
  LAST.set(key, { elevation, ceiling });
  return ceiling;
}

/** A level underside over a valid counter-clockwise outline. */
export function levelCeiling(outline: Ring, elevation: number): Ceiling {
  return planeCeiling(outline, () => elevation);
}

/** The underside in a plane over a valid counter-clockwise outline. */
export function planeCeiling(outline: Ring, height: Part['height']): Ceiling {
  const rings = convexRings({ boundary: outline, holes: [] });
  return { parts: rings.map((ring) => ({ ring, box: ringBounds(ring), height })) };
}
