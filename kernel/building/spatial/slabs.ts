/** @module slabs: what a floor takes of the plan, without its holes. */
import type { Ring } from '../geometry/plan/polygon.ts';
import { signedArea } from '../geometry/plan/polygon.ts';
import type { Area } from '../geometry/plan/regions.ts';
import { united, without } from '../geometry/plan/regions.ts';
import type { ElementOf } from '../kinds/elements.ts';
import type { ModelView } from '../model/view.ts';

/** A floor in plan: what it covers, and its holes with the openings that it holds. */
export type Slab = { readonly area: Area; readonly holes: Area };

/** The floor as far as the view shows what it holds. */
export function slabOf(floor: ElementOf<'floor'>, view: ModelView): Slab {
  const rings = floor.params.holes.map((hole) => counterClockwise(hole));
  for (const { id } of view.hostedBy(floor.id)) {
    const outline = view.outline(id);
    if (outline !== null) rings.push(counterClockwise(outline));
  }
  const holes = united([rings]);
  return { area: without([counterClockwise(floor.params.boundary_points)], holes), holes };
}

/** The ring turned so that its inside lies to the left. */
function counterClockwise(ring: Ring): Ring {
  return signedArea(ring) < 0 ? ring.toReversed() : ring;
}
