/** @module slab plan: the area of a floor in plan, without its holes. */
import type { ElementRecord } from '../../../../schemas/events.ts';
import { type Ring, signedArea } from '../../geometry/plan/polygon.ts';
import { type Area, united, without } from '../../geometry/plan/regions.ts';
import type { HoldingView } from './held.ts';

/** A floor in plan: the area that it covers, and its holes, including the openings that it hosts. */
export type Slab = { readonly area: Area; readonly holes: Area };

/** Returns the floor with its holes and the openings that the view shows. */
export function slabOf(floor: ElementRecord, view: HoldingView): Slab {
  const { covers } = view.kinds.of(floor);
  const rings = (covers === 'none' ? [] : covers.holes(floor)).map((hole) =>
    counterClockwise(hole),
  );
  for (const { id } of view.hostedBy(floor.id)) {
    const outline = view.outline(id);
    if (outline !== null) rings.push(counterClockwise(outline));
  }
  const holes = united([rings]);
  return { area: without([counterClockwise(view.outline(floor.id) ?? [])], holes), holes };
}

/** Orients the ring counter-clockwise, so that its inside is on the left. */
export function counterClockwise(ring: Ring): Ring {
  return signedArea(ring) < 0 ? ring.toReversed() : ring;
}
