/** @module create_floor: a slab with an outline and holes. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { unlisted } from '../../../governance/tool/unlisted.ts';
import { floor, FLOOR_TYPES } from '../../../kernel/kinds/floor.ts';
import { createElement } from '../../../kernel/model/plan/create.ts';
import { typedParams } from '../../../kernel/model/plan/of-type.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import { CoordinateMm, LengthMm, PlanPoint } from '../../../schemas/units.ts';
import { FireRating, LevelId, Name, Outline, TypeId } from '../../building/arguments.ts';
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
    thickness: LengthMm.optional().describe('Downwards, mm; that of its type, else 300.'),
    floor_type: z.enum(FLOOR_TYPES).default('slab').describe('Construction.'),
    name: Name,
    type_id: TypeId,
    top_offset: unlisted(CoordinateMm.default(0).describe('Of its top over the level, mm.')),
    fire_rating_min: unlisted(FireRating.describe('Minutes.')),
  }),
  output: z.object({ floor_id: z.string(), area_mm2: z.number(), volume_mm3: z.number() }),
  refusals: hintsFor(
    'LEVEL_NOT_FOUND',
    'CROSS_BRANCH',
    'INVALID_BOUNDARY',
    'OUT_OF_MODEL_BOUNDS',
    'OUT_OF_RANGE',
    'INVALID_ARGUMENT',
    'ELEMENT_NOT_FOUND',
  ),
  plan({ thickness, type_id, fire_rating_min = null, ...rest }, view: ModelView, context) {
    const sizes = typedParams(
      type_id,
      { given: { thickness }, presets: { thickness: 300 } },
      view,
      context,
    );
    const typed = type_id === undefined ? {} : { type_id };
    const made = createElement(
      floor,
      {
        ...rest,
        ...sizes,
        name: rest.name ?? null,
        fire_rating_min,
        ...typed,
      },
      view,
      context,
    );
    return made.plan({ floor_id: made.id, ...made.facts });
  },
});
