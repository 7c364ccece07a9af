/** @module create_level: a storey at an elevation. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { planLevel } from '../../../kernel/building/model/plan/level.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { CoordinateMm } from '../../../schemas/units.ts';
import { size } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Creates a level. */
export const createLevel = defineCommand({
  name: 'create_level',
  title: 'Create a level',
  description:
    'Creates a storey. Create levels first: every other element is on one and moves with it.',
  action: 'CREATE',
  input: z.strictObject({
    name: z.string().min(1).max(200).describe('Unique name, usable as @name.'),
    elevation: CoordinateMm.describe('Floor height above world zero, mm.'),
    height: size('Height up to the next storey', 3000),
  }),
  output: z.object({ level_id: z.string(), elevation: z.number() }),
  refusals: hintsFor('OUT_OF_MODEL_BOUNDS', 'LEVEL_EXISTS', 'OUT_OF_RANGE'),
  plan: (input, view: ModelView, context) => planLevel(input, view, context),
});
