/** @module create_floor: a slab with an outline and holes. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { floor } from '../../../kernel/building/kinds/floor/floor.ts';
import { FLOOR_TYPES } from '../../../kernel/building/kinds/floor/params.ts';
import { createElement } from '../../../kernel/building/model/plan/create.ts';
import { typedParams } from '../../../kernel/building/model/plan/of-type.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { AngleDeg, CoordinateMm, LengthMm, PlanPoint } from '../../../schemas/units.ts';
import { FireRating, LevelId, Name, Outline, TypeId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Creates a floor. */
export const createFloor = defineCommand({
  name: 'create_floor',
  title: 'Create a floor slab',
  description:
    'Creates a slab whose top is at its level; holes lie inside the outline. For a later shaft use create_opening.',
  action: 'CREATE',
  input: z.strictObject({
    level_id: LevelId,
    boundary_points: Outline,
    holes: z
      .array(z.array(PlanPoint).min(3).max(2000))
      .max(200)
      .default([])
      .describe('Outlines of holes, world mm.'),
    thickness: LengthMm.optional().describe('Thickness, mm. Default: that of its type, else 300.'),
    floor_type: z
      .enum(FLOOR_TYPES)
      .default('slab')
      .describe(
        'suspended: between supports; foundation: base slab; roof: slab of a roof; ceiling: hangs below, bears nothing.',
      ),
    name: Name,
    type_id: TypeId,
    top_offset: CoordinateMm.default(0).describe('Height of its top above its level, mm.'),
    fire_rating_min: FireRating,
    slope: z
      .strictObject({
        point: PlanPoint.describe(
          'Point at which its upper face has the height of its top, world mm.',
        ),
        direction_deg: AngleDeg.describe(
          'Direction in which it rises, degrees counter-clockwise from +x.',
        ),
        pitch_deg: z.number().min(0.01).max(85).describe('Pitch of its upper face, degrees.'),
        edges: z
          .enum(['plumb', 'square'])
          .default('plumb')
          .describe('Edges vertical (plumb), or square to the slope.'),
      })
      .exactOptional()
      .describe(
        'Slope of a sloping slab; the outline is the plan of its upper face. Default: level.',
      ),
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
    const created = createElement(
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
    return created.plan({ floor_id: created.id, ...created.facts });
  },
});
