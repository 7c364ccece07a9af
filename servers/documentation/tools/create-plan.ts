/** @module create_plan: defines a plan of a level. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { requireLevel } from '../../../kernel/building/kinds/rules/lookup.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { LengthMm } from '../../../schemas/units.ts';
import { DEFAULT_CUT_MM } from '../../../schemas/views.ts';
import { elementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import { Scale } from '../arguments.ts';
import { planView, ViewOutput } from '../planned-view.ts';

/** Defines a plan. */
export const createPlan = defineCommand({
  name: 'create_plan',
  title: 'Define a plan',
  description:
    'Defines a plan of a level, cut at a height: filled walls, doors, windows, stairs, rooms with areas, dimensions, grids.',
  action: 'CREATE',
  input: z.strictObject({
    level_id: elementId('Level to show: id or @name.', 'level'),
    scale: Scale,
    cut_height: LengthMm.describe('Height of the cut above the level, mm.').default(DEFAULT_CUT_MM),
    coordinate_grid: z
      .boolean()
      .default(false)
      .describe(
        'Draws lines of round eastings and northings with labels; the site needs a georeference (set_site, also in apply_changes).',
      ),
  }),
  output: ViewOutput,
  refusals: hintsFor('LEVEL_NOT_FOUND', 'CROSS_BRANCH'),
  plan({ level_id, scale, cut_height, coordinate_grid }, view: BuildingView, { refuse, ids }) {
    requireLevel(view, level_id, { refuse });
    const grid = coordinate_grid ? { coordinate_grid } : {};
    return planView({ view: 'plan', level_id, scale, cut_height, ...grid }, [level_id], ids);
  },
});
