/** @module upright: the space over or under the outline of an element, and what stands in it. */
import type { BoxMm } from '../../../../schemas/units.ts';
import type { ConvexPiece } from '../../../geometry/convex/convex-piece.ts';
import { uprightPiece } from '../../../geometry/convex/convex-piece.ts';
import { convexRings } from '../../../geometry/convex/convex-rings.ts';
import type { Ring } from '../../../geometry/plan/polygon.ts';
import { offsetRing, validateRegion, validateRing } from '../../../geometry/plan/polygon.ts';
import type { Element } from '../../../kinds/elements.ts';
import type { ModelView } from '../../view.ts';
import { sharedVolume, volumeOf } from './shared-volume.ts';

/**
 * The space over the outline of an element between the heights of a box, in convex pieces, mm; `beside` by how much it is
 * wider where there is room for that.
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
  const rings = convexRings({ boundary, holes: courtsOf(view.element(id)) });
  return rings.map((ring) => uprightPiece(ring, min.z, max.z));
}

/** Holes of the own outline of a floor or roof, clockwise, where all of them are holes of a valid outline. */
function courtsOf(element: Element | undefined): readonly Ring[] {
  if (element?.kind !== 'floor' && element?.kind !== 'roof') return [];
  const { boundary_points, holes } = element.params;
  const check = validateRegion(boundary_points, holes ?? []);
  return check.ok ? check.region.holes : [];
}

/** Of the smaller of two bodies so much lies in the other where they do more than touch. */
const TOUCHING = 1e-3;

/** The body of an element in convex pieces, mm; one that is known by its mesh only stands as its outline does. */
export function standingBody(id: string, view: ModelView): readonly ConvexPiece[] {
  const box = view.bounds(id);
  return view.pieces(id) ?? (box === null ? [] : uprightOver(id, box, view));
}

/** Whether some of an element lies in a space. */
export function standingIn(
  space: readonly ConvexPiece[],
  { id }: Element,
  view: ModelView,
): boolean {
  const pieces = standingBody(id, view);
  const least = Math.min(volumeOf(pieces), volumeOf(space));
  return sharedVolume(pieces, space) > TOUCHING * least;
}
