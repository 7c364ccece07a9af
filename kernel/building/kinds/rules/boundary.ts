/** @module boundary: outlines of floors, roofs and rooms, checked exactly and turned counter-clockwise. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import type { PlanPoint } from '../../../../schemas/units.ts';
import { type Region, type RegionCheck, validateRegion } from '../../geometry/plan/polygon.ts';
import { micrometres } from '../../geometry/vector.ts';

const FAULT_TEXTS = {
  too_few_points: 'has fewer than 3 different points',
  zero_area: 'encloses no area',
  self_intersecting: 'crosses or touches itself',
  duplicate_point: 'repeats a point',
  hole_outside: 'is not strictly inside the boundary',
  holes_overlap: 'touches or overlaps another hole',
} as const satisfies Record<Extract<RegionCheck, { ok: false }>['fault'], string>;

/** A checked outline: as it is stored (all rings counter-clockwise, first side kept first) and as geometry. */
export type CheckedBoundary = {
  readonly boundary_points: PlanPoint[];
  readonly holes: PlanPoint[][];
  readonly region: Region;
  /** Whether it was clockwise: then the sides after the first are reversed. */
  readonly turned: boolean;
  readonly warnings: readonly string[];
};

/** Checks an outline with holes, mm. A clockwise one is reversed, with a warning. Refuses INVALID_BOUNDARY with the fault and its place. */
export function requireBoundary(
  boundary: readonly PlanPoint[],
  holes: readonly (readonly PlanPoint[])[],
  context: PlanContext<'INVALID_BOUNDARY'>,
  called = '`boundary_points`',
): CheckedBoundary {
  const check = validateRegion(boundary, holes);
  if (!check.ok) {
    const ring = check.hole === null ? called : `\`holes[${check.hole}]\``;
    const where =
      check.at.length > 0 && check.at.length <= 4 ? ` (at index ${check.at.join(' and ')})` : '';
    return context.refuse('INVALID_BOUNDARY', `${ring} ${FAULT_TEXTS[check.fault]}${where}`, {
      fault: check.fault,
      hole: check.hole,
      at: check.at,
    });
  }
  // A valid ring has no repeated point, so a different second point means that it was reversed. The first side of
  // the caller stays first, because it is the eave of a shed roof.
  const turned = !samePlace(startingAt(check.region.boundary, boundary[0])[1], boundary[1]);
  return {
    boundary_points: startingAt(check.region.boundary, boundary[turned ? 1 : 0]),
    holes: check.region.holes.map((hole, index) =>
      startingAt(hole.toReversed(), holes[index]?.[0]),
    ),
    region: check.region,
    turned,
    warnings: turned ? [`${called} run clockwise: stored counter-clockwise`] : [],
  };
}

function startingAt(ring: readonly PlanPoint[], first: PlanPoint | undefined): PlanPoint[] {
  const from = Math.max(
    0,
    ring.findIndex((point) => samePlace(point, first)),
  );
  return [...ring.slice(from), ...ring.slice(0, from)];
}

function samePlace(a: PlanPoint | undefined, b: PlanPoint | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return micrometres(a.x) === micrometres(b.x) && micrometres(a.y) === micrometres(b.y);
}
