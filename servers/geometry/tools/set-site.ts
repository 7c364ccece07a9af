/** @module set_site: boundary, true north and georeference of the site. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import type { ElementOf } from '../../../kernel/building/kinds/elements.ts';
import { site, SITE_ID } from '../../../kernel/building/kinds/site/site.ts';
import { created, modified, paramsOnGrid } from '../../../kernel/building/model/plan/planned.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { AngleDeg, PlanPoint } from '../../../schemas/units.ts';
import { hintsFor } from '../../building/hints.ts';

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
          .describe('Name of the coordinate reference system, e.g. EPSG:25832.'),
        eastings: z.number().min(-1e8).max(1e8).describe('Easting of the model origin, metres.'),
        northings: z.number().min(-1e8).max(1e8).describe('Northing of the model origin, metres.'),
        height: z
          .number()
          .min(-2e4)
          .max(2e4)
          .default(0)
          .describe('Height of the model origin, metres.'),
      })
      .optional()
      .describe('Position of the model origin in a coordinate reference system.'),
  }),
  output: z.object({ site_id: z.string() }),
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
      ...(georeference === undefined ? {} : { georeference }),
    };
    const params = paramsOnGrid(requested, site.plain_numbers);
    const given: ElementOf<'site'> = { id: SITE_ID, kind: 'site', params };
    const { element, warnings } = site.check(given, view, context);
    if (before === undefined) {
      return { events: created(element, view.kinds), data: { site_id: SITE_ID }, warnings };
    }
    const event = modified(before, element);
    if (event === null) return context.refuse('NO_EFFECT', 'the site already has these values');
    return { events: [event], data: { site_id: SITE_ID }, warnings };
  },
});
