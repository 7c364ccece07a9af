/** @module create_stair: one straight flight between two levels. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { stair } from '../../../kernel/kinds/stair.ts';
import { createElement } from '../../../kernel/model/plan/create.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import { LengthMm, PlanPoint } from '../../../schemas/units.ts';
import { Direction, idOf, size } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Creates a stair. */
export const createStair = defineCommand({
  name: 'create_stair',
  title: 'Create a straight stair',
  description:
    'Creates one straight flight from a level to a higher one, with equal risers of at most riser_max. The floor above needs an opening (create_opening).',
  action: 'CREATE',
  input: z.strictObject({
    base_level_id: idOf('Level at its foot.'),
    top_level_id: idOf('Level at its head.'),
    start: PlanPoint.describe('Middle of the first riser, mm.'),
    direction_deg: Direction,
    width: LengthMm.describe('Width, mm, e.g. 1200.'),
    riser_max: size('Highest riser', 180),
    tread: size('Depth of a tread', 280),
  }),
  output: z.object({
    stair_id: z.string(),
    risers: z.number(),
    riser_mm: z.number(),
    run_mm: z.number(),
  }),
  refusals: hintsFor(
    'LEVEL_NOT_FOUND',
    'CROSS_BRANCH',
    'INVALID_STAIR',
    'OUT_OF_MODEL_BOUNDS',
    'OUT_OF_RANGE',
  ),
  plan({ base_level_id, ...rest }, view: ModelView, context) {
    const made = createElement(
      stair,
      { ...rest, level_id: base_level_id, name: null },
      view,
      context,
    );
    return made.plan({ stair_id: made.id, ...made.facts });
  },
});
