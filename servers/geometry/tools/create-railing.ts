/** @module create_railing: a railing along a path. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { railing } from '../../../kernel/building/kinds/railing/railing.ts';
import { createElement } from '../../../kernel/building/model/plan/create.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { PlanPoint } from '../../../schemas/units.ts';
import { coordinate, LevelId, Name, size } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Creates a railing. */
export const createRailing = defineCommand({
  name: 'create_railing',
  title: 'Create a railing',
  description: 'Creates a railing along an open path of points on a level.',
  action: 'CREATE',
  input: z.strictObject({
    level_id: LevelId,
    path: z
      .array(PlanPoint)
      .min(2)
      .max(500)
      .describe('Centre line of the railing, which is 50 mm wide: points, world mm.'),
    height: size('Height above its foot', 1100),
    base_offset: coordinate('Height of its foot above its level', 0),
    name: Name,
  }),
  output: z.object({ railing_id: z.string(), length_mm: z.number() }),
  refusals: hintsFor('LEVEL_NOT_FOUND', 'CROSS_BRANCH', 'OUT_OF_RANGE', 'OUT_OF_MODEL_BOUNDS'),
  plan({ name = null, ...rest }, view: ModelView, context) {
    const created = createElement(railing, { ...rest, name }, view, context);
    return created.plan({ railing_id: created.id, ...created.facts });
  },
});
