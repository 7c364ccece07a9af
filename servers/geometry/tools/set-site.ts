/** @module set_site: where the model stands, which way true north is, and where its ground ends. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { unlisted } from '../../../governance/tool/unlisted.ts';
import type { ElementOf } from '../../../kernel/kinds/elements.ts';
import { site, SITE_ID } from '../../../kernel/kinds/site.ts';
import { created, modified, paramsOnGrid } from '../../../kernel/model/plan/planned.ts';
import { AngleDeg, PlanPoint } from '../../../schemas/units.ts';
import { hintsFor } from '../../building/hints.ts';
import type { BuildingView } from '../../building/view.ts';

const NOTHING = { name: null, boundary: null, true_north_deg: null, georeference: null };

/** Sets the site. */
export const setSite = defineCommand({
  name: 'set_site',
  title: 'Set site boundary, true north and georeference',
  description:
    'Sets the site of the branch: its boundary, where true north is, and the place of the model origin in a coordinate reference system, so that the model can stay near its origin. What is left out stays as it is.',
  toolset: 'more',
  action: 'MODIFY',
  idempotent: true,
  input: z.strictObject({
    name: unlisted(z.string().min(1).max(200).optional().describe('For people.')),
    boundary: z.array(PlanPoint).min(3).max(2000).optional().describe('Corners in order, mm.'),
    true_north_deg: AngleDeg.optional().describe('Counter-clockwise from +y to true north.'),
    georeference: z
      .strictObject({
        crs: z.string().min(3).max(40),
        eastings: z.number().min(-1e8).max(1e8),
        northings: z.number().min(-1e8).max(1e8),
        height: z.number().min(-2e4).max(2e4).default(0),
      })
      .optional()
      .describe('Of the origin, metres; crs such as EPSG:25832.'),
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
        'the site is that of the whole model, and your READ permission does not hold for all of it',
      );
    }
    const before = view.elementOf(SITE_ID, 'site');
    const { name, boundary, true_north_deg, georeference } = input;
    const asked = {
      ...(before?.params ?? NOTHING),
      ...(name === undefined ? {} : { name }),
      ...(boundary === undefined ? {} : { boundary }),
      ...(true_north_deg === undefined ? {} : { true_north_deg }),
      ...(georeference === undefined ? {} : { georeference }),
    };
    const params = paramsOnGrid(asked, site.plain_numbers);
    const given: ElementOf<'site'> = { id: SITE_ID, kind: 'site', params };
    const { element, warnings } = site.check(given, view, context);
    if (before === undefined) {
      return { events: created(element, view.kinds), data: { site_id: SITE_ID }, warnings };
    }
    const event = modified(before, element);
    if (event === null) return context.refuse('NO_EFFECT', 'the site is so already');
    return { events: [event], data: { site_id: SITE_ID }, warnings };
  },
});
