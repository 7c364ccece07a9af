/**
 * @module in slab: where openings fit in floors and roofs. A gap to the edge must remain, because a hole that touches
 * an edge is a notch.
 */
import type { PlanContext } from '../../../../schemas/plan.ts';
import type { PlanPoint, SpacePoint } from '../../../../schemas/units.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { pointInRing, validateRegion, validateRing } from '../../geometry/plan/polygon.ts';
import { type Point2, directionOf, pointOnGrid } from '../../geometry/vector.ts';
import type { Cut, Fault, Filling, Holds, Site } from '../kind.ts';
import { turnOf } from '../shared/motion.ts';
import type { HostingCode } from './in-wall.ts';

/** The parts of a floor or roof that openings need, mm. */
type Host = {
  readonly id: string;
  readonly kind: string;
  readonly params: { readonly boundary_points: readonly PlanPoint[] };
};

/**
 * Outline of an opening in a floor or roof, counter-clockwise, on the grid: its own, or the rectangle with the width
 * along x and the height along y, then turned.
 */
function ringInSlab(cut: Cut): Ring {
  if (cut.outline !== undefined && cut.outline !== null) return cut.outline;
  const { x, y } = cut.location ?? { x: 0, y: 0 };
  const [w, h] = [cut.width / 2, cut.height / 2];
  const { x: cosine, y: sine } = directionOf(turnOf(cut));
  const corner = (dx: number, dy: number): Point2 =>
    pointOnGrid({ x: x + dx * cosine - dy * sine, y: y + dx * sine + dy * cosine });
  return [corner(-w, -h), corner(w, -h), corner(w, h), corner(-w, h)];
}

/** Outlines of all openings in a floor or roof, mm. */
export function openingsIn(site: Site, host_id: string): readonly Ring[] {
  return site.fillings(host_id).map(({ cut }) => ringInSlab(cut));
}

/** Refuses OPENING_EXCEEDS_HOST outside the outline, OPENING_OVERLAP with another of `siblings` or one of the host's own `holes`. */
export function requireFitsSlab(
  host: Host & { readonly holes: readonly (readonly PlanPoint[])[] },
  filling: Filling,
  siblings: readonly Filling[],
  context: PlanContext<HostingCode>,
): void {
  const { width, height, location } = filling.cut;
  const about = { element_id: filling.id, host_id: host.id, location, width, height };
  const name = `opening \`${filling.id}\` of ${width} by ${height} mm at (${location?.x ?? 0}, ${location?.y ?? 0})`;
  const corners = ringInSlab(filling.cut);
  const { boundary_points } = host.params;
  if (!validateRegion(boundary_points, [corners]).ok) {
    context.refuse(
      'OPENING_EXCEEDS_HOST',
      `${name} does not lie inside the outline of ${host.kind} \`${host.id}\``,
      about,
    );
  }
  for (const other of siblings) {
    if (other.id === filling.id) continue;
    if (!validateRegion(boundary_points, [corners, ringInSlab(other.cut)]).ok) {
      context.refuse('OPENING_OVERLAP', `${name} touches or overlaps opening \`${other.id}\``, {
        ...about,
        other_id: other.id,
      });
    }
  }
  if (!validateRegion(boundary_points, [corners, ...host.holes]).ok) {
    context.refuse(
      'OPENING_OVERLAP',
      `${name} touches or overlaps a hole of ${host.kind} \`${host.id}\``,
      { ...about, other_id: null },
    );
  }
}

/** Refuses a vertical displacement: openings in a floor or roof move in plan only. */
export function slideInSlab(
  host: Pick<Host, 'kind'>,
  delta: SpacePoint,
  context: PlanContext<'INVALID_ARGUMENT'>,
): { readonly along: null; readonly notes: readonly string[] } {
  if (delta.z !== 0) {
    context.refuse(
      'INVALID_ARGUMENT',
      `an opening of a ${host.kind} moves in plan only: expected \`delta.z\` = 0`,
    );
  }
  return { along: null, notes: [] };
}

/** Outline in plan of an opening, null without a place. */
export function outlineInSlab({ cut }: Filling): Ring | null {
  return cut.location === null ? null : ringInSlab(cut);
}

/** Why an opening cannot be at its place in a floor or roof; null if it can. */
export function misfitInSlab(host: Host, filling: Filling): Fault | null {
  const outline = outlineInSlab(filling);
  if (outline === null) return { of: filling, why: 'has no location in its host' };
  return outline.every((point) => pointInRing(point, host.params.boundary_points))
    ? null
    : { of: filling, why: `reaches past the edge of ${host.kind} \`${host.id}\`` };
}

/** How floors and roofs host openings; `holesOf` returns the holes of the host's own outline. */
export function slabHolds<E extends Host>(
  holesOf: (host: E) => readonly (readonly PlanPoint[])[],
): Omit<Holds<E>, 'span'> {
  return {
    requireFits: (host, filling, siblings, context) =>
      requireFitsSlab({ ...host, holes: holesOf(host) }, filling, siblings, context),
    slide: (host, _filling, delta, context) => slideInSlab(host, delta, context),
    kept: (_before, _after, { cut }) => cut.offset,
    misfit: (host, filling) => misfitInSlab(host, filling),
    outline: (_host, filling) => outlineInSlab(filling),
  };
}

/** Why an outline is invalid; null if it is valid. */
export function outlineFault(boundary_points: readonly PlanPoint[]): Fault | null {
  const check = validateRing(boundary_points);
  return check.ok
    ? null
    : { why: `has an outline that is not valid: ${check.fault.replaceAll('_', ' ')}` };
}

/** The fault of a floor or roof: its outline, or else an opening, which the fault names. */
export function slabFault(host: Host, site: Site): Fault | null {
  const fault = outlineFault(host.params.boundary_points);
  if (fault !== null) return fault;
  for (const filling of site.fillings(host.id)) {
    const misfit = misfitInSlab(host, filling);
    if (misfit !== null) return misfit;
  }
  return null;
}
