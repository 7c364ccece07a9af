/** @module in slab: where openings fit in floors and roofs; a gap must remain, because a hole that touches an edge is a notch. */
import type { PlanContext } from '../../../schemas/plan.ts';
import type { PlanPoint, SpacePoint } from '../../../schemas/units.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { pointInRing, validateRegion, validateRing } from '../../geometry/plan/polygon.ts';
import type { Point2 } from '../../geometry/vector.ts';
import { directionOf, pointOnGrid } from '../../geometry/vector.ts';
import type { Cut, Fault, Filling, Holds, Site } from '../kind.ts';
import { turnOf } from '../motion.ts';
import type { HostingCode } from './in-wall.ts';

/** A floor or roof as far as openings ask, mm. */
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

/** Outlines of all that a floor or roof holds, mm. */
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
  const said = `opening \`${filling.id}\` of ${width} by ${height} mm at (${location?.x ?? 0}, ${location?.y ?? 0})`;
  const corners = ringInSlab(filling.cut);
  const { boundary_points } = host.params;
  if (!validateRegion(boundary_points, [corners]).ok) {
    context.refuse(
      'OPENING_EXCEEDS_HOST',
      `${said} does not lie inside the outline of ${host.kind} \`${host.id}\``,
      about,
    );
  }
  for (const other of siblings) {
    if (other.id === filling.id) continue;
    if (!validateRegion(boundary_points, [corners, ringInSlab(other.cut)]).ok) {
      context.refuse('OPENING_OVERLAP', `${said} touches or overlaps opening \`${other.id}\``, {
        ...about,
        other_id: other.id,
      });
    }
  }
  if (!validateRegion(boundary_points, [corners, ...host.holes]).ok) {
    context.refuse(
      'OPENING_OVERLAP',
      `${said} touches or overlaps a hole of ${host.kind} \`${host.id}\``,
      { ...about, other_id: null },
    );
  }
}

/** Refuses a displacement up or down: what a floor or roof holds moves in plan only. */
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

/** Why an opening cannot be where it is in a floor or roof; null when it can. */
export function misfitInSlab(host: Host, filling: Filling): Fault | null {
  const outline = outlineInSlab(filling);
  if (outline === null) return { of: filling, why: 'has no location in its host' };
  return outline.every((point) => pointInRing(point, host.params.boundary_points))
    ? null
    : { of: filling, why: `reaches past the edge of ${host.kind} \`${host.id}\`` };
}

/** How floors and roofs hold openings; `holesOf` is what was cut into the host itself. */
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

/** Why an outline is not valid, null when it is. */
export function outlineFault(boundary_points: readonly PlanPoint[]): Fault | null {
  const check = validateRing(boundary_points);
  return check.ok
    ? null
    : { why: `has an outline that is not valid: ${check.fault.replaceAll('_', ' ')}` };
}

/** What is wrong with a floor or roof: its outline, else an opening, which is named rather than the hole that could not be cut for it. */
export function slabFault(host: Host, site: Site): Fault | null {
  const fault = outlineFault(host.params.boundary_points);
  if (fault !== null) return fault;
  for (const filling of site.fillings(host.id)) {
    const misfit = misfitInSlab(host, filling);
    if (misfit !== null) return misfit;
  }
  return null;
}
