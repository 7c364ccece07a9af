/** @module create_grid: a named reference line. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { planGrid } from '../../../kernel/building/model/plan/grid.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { End, elementId, Start } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Creates a grid line. */
export const createGrid = defineCommand({
  name: 'create_grid',
  title: 'Create a grid line',
  description: 'Creates a named reference line, on one level or on all levels.',
  action: 'CREATE',
  input: z.strictObject({
    name: z.string().min(1).max(200).describe('Name of the axis, e.g. A or 1.'),
    start: Start,
    end: End,
    level_id: elementId('Level that shows the line. Default: all levels.', 'level').optional(),
  }),
  output: z.object({ grid_id: z.string(), length_mm: z.number() }),
  refusals: hintsFor('LEVEL_NOT_FOUND', 'CROSS_BRANCH', 'OUT_OF_RANGE', 'OUT_OF_MODEL_BOUNDS'),
  plan: ({ level_id = null, ...rest }, view: ModelView, context) =>
    planGrid({ ...rest, level_id }, view, context),
});
