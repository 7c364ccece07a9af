/** @module ceiling: what bodies below end at: the underside of a roof or floor, in convex parts. */

import { convexRings } from '../convex/convex-rings.ts';
import type { Ring } from '../plan/polygon.ts';
import { ringBounds } from '../plan/polygon.ts';
import type { Part } from '../roofs/layer-pieces.ts';
import type { RoofShape } from '../roofs/roof-shape.ts';
import { undersideParts } from '../roofs/roof-shape.ts';

/** An underside, mm in world coordinates. */
export type Ceiling = {
  /** Convex parts of it that share no area, each with its plane. */
  readonly parts: readonly Part[];
};

/** The underside that was last made of a roof: all that ends under it asks for the same. */
const LAST = new WeakMap<object, { readonly elevation: number; readonly ceiling: Ceiling }>();

/** The underside of a roof whose outline lies at an elevation. */
export function ceilingOfRoof(shape: RoofShape, elevation: number): Ceiling {
  return kept(shape, elevation, () => undersideParts(shape));
}

/** The underside of parts over the outline of a roof, which lies at an elevation. */
export function ceilingOfParts(parts: readonly Part[], elevation: number): Ceiling {
  return kept(parts, elevation, () => parts);
}

function kept(of: object, elevation: number, parts: () => readonly Part[]): Ceiling {
  const last = LAST.get(of);
  if (last?.elevation === elevation) return last.ceiling;
  const lifted = parts().map(({ ring, box, height }): Part => {
    return { ring, box, height: (p) => elevation + height(p) };
  });
  const ceiling = { parts: lifted };
  LAST.set(of, { elevation, ceiling });
  return ceiling;
}

/** A level underside over a valid outline, counter-clockwise. */
export function levelCeiling(outline: Ring, elevation: number): Ceiling {
  const rings = convexRings({ boundary: outline, holes: [] });
  return { parts: rings.map((ring) => ({ ring, box: ringBounds(ring), height: () => elevation })) };
}
