/** @module roof outline: the stored outline and courtyards of a roof, with the edges in the order of their sides. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import { validateRegion } from '../../geometry/plan/polygon.ts';
import type { RoofEdge } from '../../geometry/roofs/roof-forms.ts';
import type { Fault, Motion, Site } from '../kind.ts';
import { type Formed, courtedOf } from '../roof/roof-form.ts';
import { movedOutline } from '../shared/motion.ts';
import { requireBoundary } from './boundary.ts';
import { openingsIn } from './in-slab.ts';

type Outlined = Pick<Formed, 'boundary_points' | 'holes' | 'edges'>;

/** The order of the sides of a stored ring: unchanged, or reversed from the first side or corner. */
type Turn = 'none' | 'side' | 'corner';

/** The outline as it is stored. Refuses INVALID_BOUNDARY. */
export function storedOutline<F extends Outlined>(
  proposed: F,
  context: PlanContext<'INVALID_BOUNDARY'>,
): { readonly stored: F; readonly warnings: readonly string[] } {
  const courtyards = proposed.holes ?? [];
  const { boundary_points, holes, turned, warnings } = requireBoundary(
    proposed.boundary_points,
    courtyards,
    context,
  );
  const edges = edgesTurned(proposed, (ring) => {
    if (ring === 0) return turned ? 'side' : 'none';
    // A courtyard begins at its first corner in either direction.
    return deepEqual(holes[ring - 1]?.[1], courtyards[ring - 1]?.[1]) ? 'none' : 'corner';
  });
  const stored = {
    ...proposed,
    boundary_points,
    ...(courtyards.length === 0 ? {} : { holes }),
    ...edges,
  };
  return { stored, warnings };
}

/** The edges in the order of the sides of reversed rings; empty without edges, or if they do not match the rings. */
function edgesTurned(
  params: Outlined,
  turnOf: (ring: number) => Turn,
): { readonly edges?: RoofEdge[] } {
  const { edges } = params;
  const { boundary, holes } = courtedOf(params);
  const rings = [boundary, ...holes];
  if (edges === undefined || edges === null || edges.length !== rings.flat().length) return {};
  let first = 0;
  const stored: RoofEdge[] = [];
  for (const [ring, { length }] of rings.entries()) {
    stored.push(...turnedBy(edges.slice(first, first + length), turnOf(ring)));
    first += length;
  }
  return { edges: stored };
}

function turnedBy(edges: readonly RoofEdge[], turn: Turn): readonly RoofEdge[] {
  if (turn === 'none') return edges;
  return turn === 'corner'
    ? edges.toReversed()
    : [...edges.slice(0, 1), ...edges.slice(1).toReversed()];
}

/** Outline, courtyards and edges after a motion; a mirrored ring keeps its first side. */
export function outlineMoved(
  params: Outlined,
  motion: Motion,
): Pick<Formed, 'holes'> & { boundary_points: { x: number; y: number }[]; edges?: RoofEdge[] } {
  const { boundary_points, holes } = params;
  return {
    boundary_points: movedOutline(boundary_points, motion),
    ...(Array.isArray(holes) ? { holes: holes.map((ring) => movedOutline(ring, motion)) } : {}),
    ...(motion.mirrored ? edgesTurned(params, () => 'side') : {}),
  };
}

/** Why a courtyard does not fit the outline, an opening or another courtyard; null if all fit. */
export function courtFault(
  { id, params }: { readonly id: string; readonly params: Outlined },
  site: Site,
): Fault | null {
  const { boundary, holes } = courtedOf(params);
  if (holes.length === 0) return null;
  const check = validateRegion(boundary, [...holes, ...openingsIn(site, id)]);
  return check.ok
    ? null
    : { why: `has courtyards that are not valid: ${check.fault.replaceAll('_', ' ')}` };
}
