/** @module create_level: a storey at an elevation. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { planLevel } from '../../../kernel/model/plan/level.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import { CoordinateMm } from '../../../schemas/units.ts';
import { size } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Creates a level. */
export const createLevel = defineCommand({
  name: 'create_level',
  title: 'Create a level',
  description:
    'Creates a storey. Everything else stands on a level, so this comes first. Moving a level later moves what stands on it.',
  action: 'CREATE',
  input: z.strictObject({
    name: z.string().min(1).max(200).describe('Name, e.g. Ground floor.'),
    elevation: CoordinateMm.describe('Height of its floor above zero, mm, e.g. 3000.'),
    height: size('Storey height', 3000),
  }),
  output: z.object({ level_id: z.string(), elevation: z.number() }),
  refusals: hintsFor('OUT_OF_MODEL_BOUNDS', 'LEVEL_EXISTS', 'OUT_OF_RANGE'),
  plan: (input, view: ModelView, context) => planLevel(input, view, context),
});
