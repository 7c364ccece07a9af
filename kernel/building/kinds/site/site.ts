/** @module site: the position of the model on earth, true north, and the boundary of the site. */
import * as z from 'zod';

import type { PlanContext } from '../../../../schemas/plan.ts';
import { type PlanPoint, AngleDeg } from '../../../../schemas/units.ts';
import { Georeference, northsOf, turnOf } from '../../place/georeference.ts';
import { placeFaults, withoutWgs84 } from '../../place/place-faults.ts';
import { epsgCode, epsgEdition, nearSystems, systemNamed, systemOf } from '../../place/systems.ts';
import { NOWHERE } from '../facets/nowhere.ts';
import { type ElementFor, type KindView, defineKind } from '../kind.ts';
import { requireBoundary } from '../rules/boundary.ts';
import { requirePointsInModel } from '../rules/model-bounds.ts';
import { Boundary, Name } from '../shared/params.ts';

/** Id of the one site of a branch: two branches that set it set the same element. */
export const SITE_ID = 'site';

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
    : `\`crs\` is \`${georeference.crs}\`, expected ${suggestion(georeference.crs) ?? 'a form such as EPSG:25832'}`;
}

/** The system that another form of its name or number means, as the end of a sentence; null if none is known. */
function suggestion(crs: string): string | null {
  const digits = /^(?:EPSG[\s:]*)?(\d{4,5})\D{0,3}$/iu.exec(crs.trim())?.[1];
  const known = digits === undefined ? systemNamed(crs) : systemOf(`EPSG:${digits}`);
  return known === null ? null : `\`EPSG:${known.code}\` (${known.name})`;
}

/**
 * Why the system of a site may not be set: it is no EPSG number, or one that the table lacks. Null if it may be, or if the site had
 * it before, as after an import.
 */
function unknownSystem(proposed: SiteElement, view: KindView): string | null {
  const crs = proposed.params.georeference?.crs;
  if (crs?.startsWith('EPSG:') !== true || systemOf(crs) !== null) return null;
  const before = view.element(SITE_ID)?.params['georeference'];
  const had = Georeference.safeParse(before);
  if (had.success && had.data.crs === crs) return null;
  const code = epsgCode(crs);
  if (code === null) {
    return `\`crs\` is \`${crs}\`, which has no EPSG number; expected ${suggestion(crs) ?? 'a form such as EPSG:25832'}`;
  }
  const near = nearSystems(code);
  const found = near.length === 0 ? '' : `; close numbers are ${near.join(', ')}`;
  return `\`crs\` is \`${crs}\`, which is no projected system of ${epsgEdition()}${found}`;
}

/** The direction of true north in plan, of length 1; that of the y axis if it is not known. */
export function trueNorth(element: SiteElement): PlanPoint {
  const { cos, sin } = turnOf(northsOf(element.params).true_deg ?? 0);
  return { x: 0 - sin, y: cos };
}

/** A site. */
export const site = defineKind({
  kind: 'site',
  category: 'Sites',
  params,
  fixed: {},
  plain_numbers: { true_north_deg: 'deg', georeference: null },
  refs: {},
  check(proposed: SiteElement, view: KindView, context: PlanContext<SiteCode>) {
    const why = faultOf(proposed);
    if (why !== null) context.refuse('INVALID_ARGUMENT', why, { element_id: proposed.id });
    const unknown = unknownSystem(proposed, view);
    if (unknown !== null) context.refuse('INVALID_ARGUMENT', unknown, { element_id: proposed.id });
    const { boundary, georeference } = proposed.params;
    const without = georeference === null ? null : withoutWgs84(georeference.crs);
    const place = [
      ...(without === null ? [] : [without]),
      ...placeFaults(proposed.params).map(({ message }) => message),
    ];
    if (boundary === null) return { element: proposed, warnings: place, facts: {} };
    requirePointsInModel('`boundary`', boundary, context);
    const { boundary_points, warnings } = requireBoundary(boundary, [], context);
    const element = { ...proposed, params: { ...proposed.params, boundary: boundary_points } };
    return { element, warnings: [...warnings, ...place], facts: {} };
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
