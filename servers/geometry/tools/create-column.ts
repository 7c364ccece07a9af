/** @module create_column: an upright member. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { column } from '../../../kernel/building/kinds/column/column.ts';
import { requireLevel } from '../../../kernel/building/kinds/rules/lookup.ts';
import { createElement } from '../../../kernel/building/model/plan/create.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { AngleDeg, CoordinateMm, LengthMm, PlanPoint } from '../../../schemas/units.ts';
import { elementId, LevelId, Name, Profile, SectionOutline } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Creates a column. */
export const createColumn = defineCommand({
  name: 'create_column',
  title: 'Create a column',
  description: 'Creates a column from its level to top_level_id, or with a height.',
  action: 'CREATE',
  input: z.strictObject({
    level_id: LevelId,
    location: PlanPoint.describe(
      'Axis of the column (centre of the profile, origin of an outline), world mm.',
    ),
    top_location: PlanPoint.exactOptional().describe(
      'Axis at the top of a leaning column, world mm. Default: location.',
    ),
    top_level_id: elementId('Level at which the column ends.', 'level').optional(),
    height: LengthMm.describe(
      'Height, mm, instead of top_level_id. Default: that of its level.',
    ).optional(),
    profile: Profile,
    outline: SectionOutline,
    turn_deg: AngleDeg.default(0).describe('Rotation in plan, degrees counter-clockwise.'),
    name: Name,
    base_offset: CoordinateMm.default(0).describe('Height of its foot above its level, mm.'),
  }),
  output: z.object({ column_id: z.string(), height_mm: z.number() }),
  refusals: hintsFor(
    'LEVEL_NOT_FOUND',
    'CROSS_BRANCH',
    'INVALID_ARGUMENT',
    'OUT_OF_RANGE',
    'INVALID_PROFILE',
    'OUT_OF_MODEL_BOUNDS',
  ),
  plan({ top_level_id = null, height, name = null, ...rest }, view: ModelView, context) {
    if (top_level_id !== null && height !== undefined) {
      context.refuse(
        'INVALID_ARGUMENT',
        'both `top_level_id` and `height` were given; expected one of them',
      );
    }
    const level = requireLevel(view, rest.level_id, context);
    const created = createElement(
      column,
      {
        ...rest,
        top_level_id,
        height: height ?? level.params.height,
        name,
        follows_level: height === undefined && top_level_id === null,
      },
      view,
      context,
    );
    return created.plan({ column_id: created.id, ...created.facts });
  },
});
