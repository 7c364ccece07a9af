/** @module create_floor: a slab with an outline and holes. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { floor, FLOOR_TYPES } from '../../../kernel/kinds/floor.ts';
import { createElement } from '../../../kernel/model/plan/create.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import { PlanPoint } from '../../../schemas/units.ts';
import { LevelId, Outline, size } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Creates a floor. */
export const createFloor = defineCommand({
  name: 'create_floor',
  title: 'Create a floor slab',
  description:
    'Creates a slab whose top is at the level. The outline must not cross itself; holes lie strictly inside and apart. For a shaft cut later use create_opening.',
  action: 'CREATE',
  input: z.strictObject({
    level_id: LevelId,
    boundary_points: Outline,
    holes: z
      .array(z.array(PlanPoint).min(3).max(2000))
      .max(200)
      .default([])
      .describe('Outlines of holes, mm.'),
    thickness: size('Thickness, downwards from the level', 300),
    floor_type: z.enum(FLOOR_TYPES).default('slab').describe('Construction.'),
  }),
  output: z.object({ floor_id: z.string(), area_mm2: z.number(), volume_mm3: z.number() }),
  refusals: hintsFor(
    'LEVEL_NOT_FOUND',
    'CROSS_BRANCH',
    'INVALID_BOUNDARY',
    'OUT_OF_MODEL_BOUNDS',
    'OUT_OF_RANGE',
  ),
  plan(input, view: ModelView, context) {
    const made = createElement(
      floor,
      { ...input, name: null, top_offset: 0, fire_rating_min: null },
      view,
      context,
    );
    return made.plan({ floor_id: made.id, ...made.facts });
  },
});
