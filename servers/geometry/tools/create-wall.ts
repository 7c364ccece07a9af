/** @module create_wall: one straight wall on a level. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { planWall } from '../../../kernel/model/kinds/wall.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import { WALL_TYPES, WALL_USAGES } from '../../../schemas/elements.ts';
import { End, FireRating, LevelId, Name, size, Start } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Creates a wall. */
export const createWall = defineCommand({
  name: 'create_wall',
  title: 'Create a straight wall',
  description:
    'Creates one straight wall on a level, centred on its axis. Use equal end points for neighbours: corners are mitred and T-junctions trimmed by themselves. For many walls at once use apply_changes. Example: start {x:0,y:0}, end {x:6000,y:0}.',
  action: 'CREATE',
  input: z.strictObject({
    level_id: LevelId,
    start: Start,
    end: End,
    height: size('Height', 3000),
    thickness: size('Thickness', 200),
    wall_type: z.enum(WALL_TYPES).default('basic').describe('Construction.'),
    usage: z.enum(WALL_USAGES).default('interior').describe('Where it stands.'),
    fire_rating_min: FireRating,
    load_bearing: z.boolean().default(false).describe('Carries loads.'),
    name: Name,
  }),
  output: z.object({ wall_id: z.string(), length_mm: z.number() }),
  refusals: hintsFor('LEVEL_NOT_FOUND', 'CROSS_BRANCH', 'WALL_ZERO_LENGTH', 'OUT_OF_MODEL_BOUNDS'),
  plan: ({ fire_rating_min = null, name = null, ...rest }, view: ModelView, context) =>
    planWall({ ...rest, fire_rating_min, name, base_offset: 0, join_type: 'auto' }, view, context),
});
