/** @module set_site: boundary, true north and georeference of the site. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import type { ElementOf } from '../../../kernel/building/kinds/elements.ts';
import { site, SITE_ID } from '../../../kernel/building/kinds/site/site.ts';
import { created, modified, paramsOnGrid } from '../../../kernel/building/model/plan/planned.ts';
import {
  BY_CONVERGENCE,
  type Georeference,
  MAP_UNITS,
  mapUnitOf,
} from '../../../kernel/building/place/georeference.ts';
import { systemOf } from '../../../kernel/building/place/systems.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { AngleDeg, PlanPoint } from '../../../schemas/units.ts';
import { hintsFor } from '../../building/hints.ts';
import { SitePlace, sitePlaceOf } from '../../building/site-place.ts';

const NOTHING = { name: null, boundary: null, true_north_deg: null, georeference: null };

/** Sets the site. */
export const setSite = defineCommand({
  name: 'set_site',
  title: 'Set site boundary, true north and georeference',
  description:
    'Sets the site of the branch: boundary, true north, and the position of the model origin in a coordinate reference system, so that the model can stay near its origin. Omitted arguments stay unchanged.',
  toolset: 'more',
  action: 'MODIFY',
  idempotent: true,
  input: z.strictObject({
    name: z.string().min(1).max(200).optional().describe('Name of the site for people.'),
    boundary: z
      .array(PlanPoint)
      .min(3)
      .max(2000)
      .optional()
      .describe('Corners of the site boundary in order, mm.'),
    true_north_deg: AngleDeg.optional().describe(
      'Angle counter-clockwise from +y to true north, degrees.',
    ),
    georeference: z
      .strictObject({
        crs: z
          .string()
          .min(3)
          .max(40)
          .describe('Projected coordinate reference system, e.g. EPSG:25832.'),
        eastings: z
          .number()
          .min(-1e8)
          .max(1e8)
          .describe('Easting of the model origin, in map_unit.'),
        northings: z
          .number()
          .min(-1e8)
          .max(1e8)
          .describe('Northing of the model origin, in map_unit.'),
        height: z
          .number()
          .min(-1e5)
          .max(1e5)
          .default(0)
          .describe('Height of the model origin, in map_unit.'),
        map_unit: z
          .enum(MAP_UNITS)
          .optional()
          .describe('Unit of these coordinates. Default: that of the system, else metre.'),
        scale: z
          .number()
          .min(0.5)
          .max(2)
          .optional()
          .describe('Distance in the map divided by distance in the building. Default: 1.'),
        grid_north_deg: AngleDeg.optional().describe(
          'Angle counter-clockwise from +y to grid north, degrees. Default: from true north and the meridian convergence.',
        ),
      })
      .optional()
      .describe('Position of the model origin in a coordinate reference system.'),
  }),
  output: z.object({ site_id: z.string(), place: SitePlace.nullable() }),
  refusals: hintsFor(
    'INVALID_ARGUMENT',
    'INVALID_BOUNDARY',
    'OUT_OF_MODEL_BOUNDS',
    'OUT_OF_RANGE',
    'NO_EFFECT',
  ),
  plan(input, view: BuildingView, context) {
    if (!view.whole) {
      context.refuse(
        'INVALID_ARGUMENT',
        'the site belongs to the whole model, and your READ permission covers only a part of it',
      );
    }
    const before = view.elementOf(SITE_ID, 'site');
    const { name, boundary, true_north_deg, georeference } = input;
    const requested = {
      ...(before?.params ?? NOTHING),
      ...(name === undefined ? {} : { name }),
      ...(boundary === undefined ? {} : { boundary }),
      ...(true_north_deg === undefined ? {} : { true_north_deg }),
      ...(georeference === undefined ? {} : { georeference: storedOf(georeference) }),
    };
    const params = paramsOnGrid(requested, site.plain_numbers);
    const given: ElementOf<'site'> = { id: SITE_ID, kind: 'site', params };
    const { element, warnings } = site.check(given, view, context);
    const data = { site_id: SITE_ID, place: sitePlaceOf(element.params) };
    if (before === undefined) return { events: created(element, view.kinds), data, warnings };
    const event = modified(before, element);
    if (event === null) return context.refuse('NO_EFFECT', 'the site already has these values');
    return { events: [event], data, warnings };
  },
});

type Given = Omit<Georeference, 'map_unit' | 'scale' | 'grid_north_deg'> & {
  readonly map_unit?: Georeference['map_unit'] | undefined;
  readonly scale?: number | undefined;
  readonly grid_north_deg?: number | undefined;
};

/** The georeference with the unit of its system, if no other is given. */
function storedOf({ map_unit, scale, grid_north_deg, ...given }: Given): Georeference {
  const unit = mapUnitOf(systemOf(given.crs)?.metres_per_unit ?? 1);
  return {
    ...given,
    map_unit: map_unit ?? unit ?? 'metre',
    ...(scale === undefined || scale === 1 ? {} : { scale }),
    grid_north_deg: grid_north_deg ?? BY_CONVERGENCE,
  };
}
