/** @module site: the position of the model on earth, true north, and the boundary of the site. */
import * as z from 'zod';

import type { PlanContext } from '../../../../schemas/plan.ts';
import { type PlanPoint, AngleDeg } from '../../../../schemas/units.ts';
import { NOWHERE } from '../facets/nowhere.ts';
import { type ElementFor, type KindView, defineKind } from '../kind.ts';
import { requireBoundary } from '../rules/boundary.ts';
import { requirePointsInModel } from '../rules/model-bounds.ts';
import { Boundary, Name } from '../shared/params.ts';

/** Id of the one site of a branch: two branches that set it set the same element. */
export const SITE_ID = 'site';

/** Place of the origin of the model in a coordinate reference system, in metres of that system. */
const Georeference = z.strictObject({
  /** Authority and number, such as `EPSG:25832`. */
  crs: z.string().min(3).max(40),
  eastings: z.number().min(-1e8).max(1e8),
  northings: z.number().min(-1e8).max(1e8),
  /** Height of the plane z = 0. */
  height: z.number().min(-2e4).max(2e4),
});
export type Georeference = z.output<typeof Georeference>;

const params = z.strictObject({
  name: Name,
  boundary: Boundary.nullable(),
  /** Counter-clockwise from the y axis to true north, seen from above. */
  true_north_deg: AngleDeg.nullable(),
  georeference: Georeference.nullable(),
});
export type SiteElement = ElementFor<'site', typeof params>;
export type SiteCode = 'INVALID_ARGUMENT' | 'INVALID_BOUNDARY' | 'OUT_OF_MODEL_BOUNDS';

/** Why a site is invalid in itself; null if it is valid. */
function faultOf({ id, params: { georeference } }: SiteElement): string | null {
  if (id !== SITE_ID) return `a branch has one site, whose id is \`${SITE_ID}\``;
  return georeference === null || /^[A-Z][A-Z0-9-]*:[0-9A-Za-z.]+$/u.test(georeference.crs)
    ? null
    : `\`crs\` is \`${georeference.crs}\`, expected a form such as EPSG:25832`;
}

/** The direction of true north in plan, of length 1. */
export function trueNorth({ params: { true_north_deg } }: SiteElement): PlanPoint {
  const angle = ((true_north_deg ?? 0) * Math.PI) / 180;
  return { x: 0 - Math.sin(angle), y: Math.cos(angle) };
}

/** A site. */
export const site = defineKind({
  kind: 'site',
  category: 'Sites',
  params,
  fixed: {},
  plain_numbers: { true_north_deg: 'deg', georeference: null },
  refs: {},
  check(proposed: SiteElement, _view: KindView, context: PlanContext<SiteCode>) {
    const why = faultOf(proposed);
    if (why !== null) context.refuse('INVALID_ARGUMENT', why, { element_id: proposed.id });
    const { boundary } = proposed.params;
    if (boundary === null) return { element: proposed, warnings: [], facts: {} };
    requirePointsInModel('`boundary`', boundary, context);
    const { boundary_points, warnings } = requireBoundary(boundary, [], context);
    const element = { ...proposed, params: { ...proposed.params, boundary: boundary_points } };
    return { element, warnings, facts: {} };
  },
  integrity(element: SiteElement) {
    const why = faultOf(element);
    return why === null ? null : { why };
  },
  ...NOWHERE,
  schedule: {
    type: null,
    columns: ['name', 'boundary', 'true_north_deg', 'georeference'],
    summed: [],
  },
  shown: 'all',
});
