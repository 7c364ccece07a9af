/** @module create_elevation: the definition of an elevation. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { COMPASS } from '../../../schemas/views.ts';
import type { BuildingView } from '../../building/view.ts';
import { Scale } from '../arguments.ts';
import { planView, ViewOutput } from '../planned-view.ts';

/** Defines an elevation. */
export const createElevation = defineCommand({
  name: 'create_elevation',
  title: 'Define an elevation',
  description:
    'Defines an elevation: the building from outside, hidden lines removed; north shows what faces north (+y). Keeps the definition only: it is drawn anew from the model each time. Then export_drawing, render_view or create_sheet.',
  action: 'CREATE',
  input: z.strictObject({
    direction: z.enum(COMPASS).describe('The side that is shown.'),
    scale: Scale,
  }),
  output: ViewOutput,
  refusals: {},
  plan: ({ direction, scale }, _view: BuildingView, { ids }) =>
    planView({ view: 'elevation', direction, scale }, [], ids),
});
