/** @module create_column: an upright member. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { unlisted } from '../../../governance/tool/unlisted.ts';
import { column } from '../../../kernel/kinds/column.ts';
import { requireLevel } from '../../../kernel/kinds/rules/lookup.ts';
import { createElement } from '../../../kernel/model/plan/create.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import { AngleDeg, CoordinateMm, LengthMm, PlanPoint } from '../../../schemas/units.ts';
import { elementId, LevelId, Name, Profile } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Creates a column. */
export const createColumn = defineCommand({
  name: 'create_column',
  title: 'Create a column',
  description:
    'Creates a column from its level up to top_level_id, or of a height; with neither it follows the height of its level.',
  action: 'CREATE',
  input: z.strictObject({
    level_id: LevelId,
    location: PlanPoint.describe('Centre, mm.'),
    top_level_id: elementId('Level at which it ends.', 'level').optional(),
    height: LengthMm.describe('Height, mm, instead of top_level_id.').optional(),
    profile: Profile,
    turn_deg: AngleDeg.default(0).describe('Turn of the profile, degrees counter-clockwise.'),
    name: Name,
    base_offset: unlisted(CoordinateMm.default(0).describe('Of its foot over the level, mm.')),
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
        'got both `top_level_id` and `height`, expected one of them',
      );
    }
    const level = requireLevel(view, rest.level_id, context);
    const made = createElement(
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
    return made.plan({ column_id: made.id, ...made.facts });
  },
});
