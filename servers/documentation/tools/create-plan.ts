/** @module create_plan: the definition of a plan of one level. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { requireLevel } from '../../../kernel/kinds/rules/lookup.ts';
import { LengthMm } from '../../../schemas/units.ts';
import { DEFAULT_CUT_MM } from '../../../schemas/views.ts';
import { elementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import type { BuildingView } from '../../building/view.ts';
import { Scale } from '../arguments.ts';
import { planView, ViewOutput } from '../planned-view.ts';

/** Defines a plan. */
export const createPlan = defineCommand({
  name: 'create_plan',
  title: 'Define a plan',
  description:
    'Defines a plan of a level, cut at a height: walls poched, doors, windows, stairs, rooms with areas, dimensions, grids. Keeps the definition only: it is drawn anew from the model each time. Then export_drawing writes a file, render_view shows it, create_sheet puts it on paper.',
  action: 'CREATE',
  input: z.strictObject({
    level_id: elementId('Level to show.', 'level'),
    scale: Scale,
    cut_height: LengthMm.describe('Of the cut above the level, mm.').default(DEFAULT_CUT_MM),
  }),
  output: ViewOutput,
  refusals: hintsFor('LEVEL_NOT_FOUND', 'CROSS_BRANCH'),
  plan({ level_id, scale, cut_height }, view: BuildingView, { refuse, ids }) {
    requireLevel(view, level_id, { refuse });
    return planView({ view: 'plan', level_id, scale, cut_height }, [level_id], ids);
  },
});
