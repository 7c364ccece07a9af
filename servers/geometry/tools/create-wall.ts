/** @module create_wall: one straight wall on a level. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { requireLevel } from '../../../kernel/kinds/rules/lookup.ts';
import { wall, WALL_TYPES, WALL_USAGES } from '../../../kernel/kinds/wall.ts';
import { createElement } from '../../../kernel/model/plan/create.ts';
import { snappedParams } from '../../../kernel/model/plan/snap.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import { LengthMm } from '../../../schemas/units.ts';
import { End, FireRating, LevelId, Name, size, Start } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Creates a wall. */
export const createWall = defineCommand({
  name: 'create_wall',
  title: 'Create a straight wall',
  description:
    'Creates one straight wall on a level. Give neighbours equal end points: corners are mitred, T-junctions trimmed. Ends that just miss a wall go onto it. Many walls: apply_changes.',
  action: 'CREATE',
  input: z.strictObject({
    level_id: LevelId,
    start: Start,
    end: End,
    height: LengthMm.optional().describe('mm; else follows its level.'),
    thickness: size('Thickness', 200),
    wall_type: z.enum(WALL_TYPES).default('basic').describe('Construction.'),
    usage: z.enum(WALL_USAGES).default('interior').describe('Where it stands.'),
    fire_rating_min: FireRating,
    load_bearing: z.boolean().default(false).describe('Carries loads.'),
    name: Name,
  }),
  output: z.object({ wall_id: z.string(), length_mm: z.number() }),
  refusals: hintsFor(
    'LEVEL_NOT_FOUND',
    'CROSS_BRANCH',
    'WALL_ZERO_LENGTH',
    'OUT_OF_MODEL_BOUNDS',
    'OUT_OF_RANGE',
  ),
  plan({ fire_rating_min = null, name = null, height, ...rest }, view: ModelView, context) {
    const level = requireLevel(view, rest.level_id, context);
    const asked = {
      ...rest,
      height: height ?? level.params.height,
      fire_rating_min,
      name,
      base_offset: 0,
      join_type: 'auto',
      follows_level: height === undefined,
    } as const;
    const { snapped, notes, wall_ids } = snappedParams(asked, view, context);
    const made = createElement(wall, snapped, view, context);
    return made.plan({ wall_id: made.id, ...made.facts }, { warnings: notes, relies_on: wall_ids });
  },
});
