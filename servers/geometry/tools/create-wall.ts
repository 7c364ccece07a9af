/** @module create_wall: one wall on a level, straight or along an arc. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { unlisted } from '../../../governance/tool/unlisted.ts';
import { CurtainParts } from '../../../kernel/kinds/curtain/params.ts';
import { facing, LOCATION_LINES, ROUND_LINES } from '../../../kernel/kinds/rules/location-line.ts';
import { requireLevel } from '../../../kernel/kinds/rules/lookup.ts';
import { LAYER_SIDES } from '../../../kernel/kinds/types/layers.ts';
import { JOIN_TYPES, wall, WALL_TYPES, WALL_USAGES } from '../../../kernel/kinds/wall.ts';
import { createElement } from '../../../kernel/model/plan/create.ts';
import { typedParams } from '../../../kernel/model/plan/of-type.ts';
import { snappedParams } from '../../../kernel/model/plan/snap.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import type { PlanContext } from '../../../schemas/plan.ts';
import { CoordinateMm, LengthMm, PlanPoint } from '../../../schemas/units.ts';
import { elementId, FireRating, Name, TypeId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import { inWords } from '../in-words.ts';

/** Refuses INVALID_ARGUMENT for a top that is said twice, or by half. */
function requireOneTop(
  given: {
    readonly top_level_id: string | undefined;
    readonly height: number | undefined;
    readonly top_offset: number | undefined;
  },
  context: PlanContext<'INVALID_ARGUMENT'>,
): void {
  const { top_level_id, height, top_offset } = given;
  if (top_level_id !== undefined && height !== undefined) {
    context.refuse(
      'INVALID_ARGUMENT',
      'got both `top_level_id` and `height`, expected one of them',
    );
  }
  if (top_level_id === undefined && top_offset !== undefined) {
    context.refuse(
      'INVALID_ARGUMENT',
      'got `top_offset` without `top_level_id`, from which it is counted: expected both',
    );
  }
}

/** Creates a wall. */
export const createWall = defineCommand({
  name: 'create_wall',
  title: 'Create a wall',
  description: 'Creates a wall. Equal ends join; ends that just miss a wall snap.',
  action: 'CREATE',
  input: z.strictObject({
    level_id: elementId('Base.', 'level'),
    start: PlanPoint.describe('mm.'),
    end: PlanPoint.describe('mm.'),
    height: LengthMm.optional().describe('Else level.'),
    thickness: LengthMm.optional().describe('Else type, 200.'),
    wall_type: z.enum(WALL_TYPES).optional().describe('Else basic.'),
    usage: z.enum(WALL_USAGES).optional().describe('Else interior.'),
    fire_rating_min: FireRating,
    load_bearing: z.boolean().optional().describe('Bears loads.'),
    curtain: inWords('object', '{panel_width, panel_height}, mm.', CurtainParts).optional(),
    name: Name,
    type_id: TypeId,
    layer_side: z.enum(LAYER_SIDES).optional().describe('Of layer 1.'),
    location_line: z
      .enum([...LOCATION_LINES, ...ROUND_LINES])
      .optional()
      .describe('Of start, end.'),
    top_level_id: elementId('Top.', 'level').optional(),
    via: inWords('object', '{x, y} of arc.', PlanPoint).optional(),
    top_under: elementId('Top.', 'roof', 'floor').optional(),
    base_offset: CoordinateMm.optional().describe('Foot over level.'),
    top_offset: unlisted(CoordinateMm.optional().describe('Of its top over top_level_id, mm.')),
    join_type: unlisted(z.enum(JOIN_TYPES).optional().describe('How its ends join; else auto.')),
  }),
  output: z.object({ wall_id: z.string(), length_mm: z.number() }),
  refusals: hintsFor(
    'LEVEL_NOT_FOUND',
    'CROSS_BRANCH',
    'WALL_ZERO_LENGTH',
    'OUT_OF_MODEL_BOUNDS',
    'OUT_OF_RANGE',
    'INVALID_ARGUMENT',
    'ELEMENT_NOT_FOUND',
  ),
  plan(
    {
      fire_rating_min = null,
      name = null,
      height,
      thickness,
      wall_type,
      usage = 'interior',
      load_bearing = false,
      curtain,
      type_id,
      layer_side,
      location_line,
      top_level_id,
      via,
      top_under,
      base_offset = 0,
      top_offset,
      join_type = 'auto',
      ...rest
    },
    view: ModelView,
    context,
  ) {
    requireOneTop({ top_level_id, height, top_offset }, context);
    const level = requireLevel(view, rest.level_id, context);
    const sizes = typedParams(
      type_id,
      { given: { thickness }, presets: { thickness: 200 } },
      view,
      context,
    );
    const asked = {
      ...rest,
      ...sizes,
      wall_type: wall_type ?? (curtain === undefined ? 'basic' : 'curtain'),
      usage,
      load_bearing,
      height: height ?? level.params.height,
      fire_rating_min,
      name,
      ...(curtain === undefined ? {} : { curtain }),
      base_offset,
      join_type,
      follows_level: height === undefined && top_level_id === undefined,
      ...(type_id === undefined ? {} : { type_id }),
      ...(layer_side === undefined ? {} : { layer_side }),
      ...(location_line === undefined
        ? {}
        : { location_line: facing(location_line, { ...rest, via }, context) }),
      ...(top_level_id === undefined ? {} : { top_level_id }),
      ...(top_offset === undefined ? {} : { top_offset }),
      ...(via === undefined ? {} : { via }),
      ...(top_under === undefined ? {} : { top_under }),
    } as const;
    const { snapped, notes, wall_ids } = snappedParams(asked, view, context);
    const made = createElement(wall, snapped, view, context);
    return made.plan({ wall_id: made.id, ...made.facts }, { warnings: notes, relies_on: wall_ids });
  },
});
