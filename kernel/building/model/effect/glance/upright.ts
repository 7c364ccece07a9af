/** @module upright: the space over or under the outline of an element, and the elements that stand in it. */
import type { BoxMm } from '../../../../../schemas/units.ts';
import type { ConvexPiece } from '../../../geometry/convex/convex-piece.ts';
import { uprightPiece } from '../../../geometry/convex/convex-piece.ts';
import { convexRings } from '../../../geometry/convex/convex-rings.ts';
import type { Ring } from '../../../geometry/plan/polygon.ts';
import { offsetRing, validateRegion, validateRing } from '../../../geometry/plan/polygon.ts';
import type { Element } from '../../../kinds/elements.ts';
import type { ModelView } from '../../view.ts';
import { sharedVolume, volumeOf } from './shared-volume.ts';

/**
 * Returns the space over the outline of an element between the heights of a box, in convex pieces, mm. `beside` widens
 * the space by that distance where possible.
 */
export function uprightOver(
  id: string,
  { min, max }: BoxMm,
  view: ModelView,
  beside = 0,
): readonly ConvexPiece[] {
  const outline = view.outline(id);
  if (outline === null) return [];
  const wider = beside === 0 ? null : offsetRing(outline, beside);
  const boundary = wider !== null && validateRing(wider).ok ? wider : outline;
  const rings = convexRings({ boundary, holes: courtsOf(id, view) });
  return rings.map((ring) => uprightPiece(ring, min.z, max.z));
}

/** Holes in the outline of a floor or roof, clockwise; empty if they are not valid holes of it. */
function courtsOf(id: string, view: ModelView): readonly Ring[] {
  const element = view.element(id);
  const covers = element === undefined ? 'none' : view.kinds.of(element).covers;
  if (element === undefined || covers === 'none') return [];
  const check = validateRegion(view.outline(id) ?? [], covers.holes(element));
  return check.ok ? check.region.holes : [];
}

/** Two bodies do more than touch if this fraction of the smaller one lies in the other. */
const TOUCHING = 1e-3;

/**
 * The body of an element in convex pieces, mm. A body known only by its mesh is approximated by its extruded outline.
 */
export function standingBody(id: string, view: ModelView): readonly ConvexPiece[] {
  const box = view.bounds(id);
  return view.pieces(id) ?? (box === null ? [] : uprightOver(id, box, view));
}

/** Whether part of an element lies in a space. */
export function standingIn(
  space: readonly ConvexPiece[],
  { id }: Element,
  view: ModelView,
): boolean {
  const pieces = standingBody(id, view);
  const least = Math.min(volumeOf(pieces), volumeOf(space));
  return sharedVolume(pieces, space) > TOUCHING * least;
}
