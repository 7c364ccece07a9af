/** @module roof outline: the outline and courtyards of a roof as they are stored, with the edges in the order of their sides. */
import type { PlanContext } from '../../../schemas/plan.ts';
import { deepEqual } from '../../canonical/deep-equal.ts';
import { validateRegion } from '../../geometry/plan/polygon.ts';
import type { RoofEdge } from '../../geometry/roofs/roof-forms.ts';
import type { Fault, Motion, Site } from '../kind.ts';
import { movedOutline } from '../motion.ts';
import type { Formed } from '../roof-form.ts';
import { courtedOf } from '../roof-form.ts';
import { requireBoundary } from './boundary.ts';
import { openingsIn } from './in-slab.ts';

type Outlined = Pick<Formed, 'boundary_points' | 'holes' | 'edges'>;

/** How the sides of a ring follow when it is stored: as they were, or the other way round from the first side or corner. */
type Turn = 'none' | 'side' | 'corner';

/** The outline as it is stored. Refuses INVALID_BOUNDARY. */
export function storedOutline<F extends Outlined>(
  asked: F,
  context: PlanContext<'INVALID_BOUNDARY'>,
): { readonly stored: F; readonly warnings: readonly string[] } {
  const given = asked.holes ?? [];
  const { boundary_points, holes, turned, warnings } = requireBoundary(
    asked.boundary_points,
    given,
    context,
  );
  const edges = edgesTurned(asked, (ring) => {
    if (ring === 0) return turned ? 'side' : 'none';
    // A courtyard begins at its first corner, whichever way it was given.
    return deepEqual(holes[ring - 1]?.[1], given[ring - 1]?.[1]) ? 'none' : 'corner';
  });
  const stored = { ...asked, boundary_points, ...(given.length === 0 ? {} : { holes }), ...edges };
  return { stored, warnings };
}

/** The edges in the order of their sides when rings are turned; nothing without any, or where they do not fit the rings. */
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

/** What of a courtyard does not fit the outline, an opening or another; null where all do. */
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
