/** @module create_elevation: defines an elevation. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { COMPASS } from '../../../schemas/views.ts';
import { Scale } from '../arguments.ts';
import { planView, ViewOutput } from '../planned-view.ts';

/** Defines an elevation. */
export const createElevation = defineCommand({
  name: 'create_elevation',
  title: 'Define an elevation',
  description: 'Defines an elevation: the building seen from outside, hidden lines removed.',
  action: 'CREATE',
  input: z.strictObject({
    direction: z.enum(COMPASS).describe('Side of the building that is shown; north faces +y.'),
    scale: Scale,
  }),
  output: ViewOutput,
  refusals: {},
  plan: ({ direction, scale }, _view: BuildingView, { ids }) =>
    planView({ view: 'elevation', direction, scale }, [], ids),
});
