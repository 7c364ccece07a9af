/** @module create_separation: a line that bounds rooms where there is no wall. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { planSeparation } from '../../../kernel/building/model/plan/grid.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { End, LevelId, Start } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Creates a room separation line. */
export const createSeparation = defineCommand({
  name: 'create_separation',
  title: 'Create a separation line',
  description:
    'Creates a line without a body that bounds rooms like a wall, e.g. between an open reception and its corridor. It ends at walls or other such lines.',
  action: 'CREATE',
  input: z.strictObject({
    level_id: LevelId,
    start: Start,
    end: End,
    name: z.string().min(1).max(200).describe('Name of the line. Default: none.').optional(),
  }),
  output: z.object({ separation_id: z.string(), length_mm: z.number() }),
  refusals: hintsFor('LEVEL_NOT_FOUND', 'CROSS_BRANCH', 'OUT_OF_RANGE', 'OUT_OF_MODEL_BOUNDS'),
  plan: ({ name = null, ...rest }, view: ModelView, context) =>
    planSeparation({ ...rest, name }, view, context),
});
