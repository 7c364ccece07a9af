/** @module create_ramp: a straight sloped slab. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { ramp } from '../../../kernel/building/kinds/ramp/ramp.ts';
import { createElement } from '../../../kernel/building/model/plan/create.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { LengthMm } from '../../../schemas/units.ts';
import { End, LevelId, Name, size, Start } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Creates a ramp. */
export const createRamp = defineCommand({
  name: 'create_ramp',
  title: 'Create a ramp',
  description: 'Creates a straight ramp that starts on its level.',
  action: 'CREATE',
  input: z.strictObject({
    level_id: LevelId,
    start: Start,
    end: End,
    width: LengthMm.describe('Clear width of the ramp, mm.'),
    rise: LengthMm.describe('Height gained from start to end, mm.'),
    thickness: size('Thickness of the slab', 200),
    name: Name,
  }),
  output: z.object({ ramp_id: z.string(), length_mm: z.number(), slope_percent: z.number() }),
  refusals: hintsFor('LEVEL_NOT_FOUND', 'CROSS_BRANCH', 'OUT_OF_RANGE', 'OUT_OF_MODEL_BOUNDS'),
  plan({ name = null, ...rest }, view: ModelView, context) {
    const created = createElement(ramp, { ...rest, name }, view, context);
    return created.plan({ ramp_id: created.id, ...created.facts });
  },
});
