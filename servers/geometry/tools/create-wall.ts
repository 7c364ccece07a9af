/** @module create_wall: one wall on a level, straight or along an arc. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import {
  LOCATION_LINES,
  ROUND_LINES,
  storedLine,
} from '../../../kernel/building/kinds/rules/location-line.ts';
import { requireLevel } from '../../../kernel/building/kinds/rules/lookup.ts';
import { LAYER_SIDES } from '../../../kernel/building/kinds/types/layers.ts';
import { CurtainParts } from '../../../kernel/building/kinds/wall/curtain/params.ts';
import { JOIN_TYPES, WALL_TYPES, WALL_USAGES } from '../../../kernel/building/kinds/wall/params.ts';
import { wall } from '../../../kernel/building/kinds/wall/wall.ts';
import { createElement } from '../../../kernel/building/model/plan/create.ts';
import { typedParams } from '../../../kernel/building/model/plan/of-type.ts';
import { snappedParams } from '../../../kernel/building/model/plan/snap.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import type { PlanContext } from '../../../schemas/plan.ts';
import { CoordinateMm, LengthMm, PlanPoint } from '../../../schemas/units.ts';
import { elementId, FireRating, LevelId, Name, TypeId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Refuses INVALID_ARGUMENT if the top is given twice, or an offset is given without its level. */
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
      'both `top_level_id` and `height` were given; expected one of them',
    );
  }
  if (top_level_id === undefined && top_offset !== undefined) {
    context.refuse(
      'INVALID_ARGUMENT',
      '`top_offset` was given without `top_level_id`, from which it is measured; expected both',
    );
  }
}

/** Creates a wall. */
export const createWall = defineCommand({
  name: 'create_wall',
  title: 'Create a wall',
  description:
    'Creates a straight or arc wall. Walls join at shared end points; an end near a wall (by default within 20 mm) snaps to it.',
  action: 'CREATE',
  input: z.strictObject({
    level_id: LevelId,
    start: PlanPoint.describe('Start of its location line, world mm.'),
    end: PlanPoint.describe('End of its location line, world mm.'),
    height: LengthMm.optional().describe('Height, mm. Default: that of its level, and follows it.'),
    thickness: LengthMm.optional().describe('Thickness, mm. Default: that of its type, else 200.'),
    wall_type: z
      .enum(WALL_TYPES)
      .optional()
      .describe(
        'structural: frame; curtain: glass panels; retaining: against earth. Default: curtain if curtain is given, else basic.',
      ),
    usage: z
      .enum(WALL_USAGES)
      .optional()
      .describe('exterior: part of the envelope. Default: interior.'),
    fire_rating_min: FireRating,
    load_bearing: z.boolean().optional().describe('Whether it carries loads. Default: false.'),
    curtain: CurtainParts.optional().describe('Panels and mullions of a curtain wall.'),
    name: Name,
    type_id: TypeId,
    layer_side: z
      .enum(LAYER_SIDES)
      .optional()
      .describe('Side of the first layer, seen from start. Default: left.'),
    location_line: z
      .enum([...LOCATION_LINES, ...ROUND_LINES])
      .optional()
      .describe(
        'Line on which start and end lie; left, right: faces seen from start to end; core: middle of structural layers; outside, inside: faces of an arc. Default: centre.',
      ),
    top_level_id: elementId('Level that its top reaches, instead of height.', 'level').optional(),
    via: PlanPoint.optional().describe(
      'Point between the ends of an arc, world mm. Default: straight.',
    ),
    top_under: elementId('Roof or floor at whose underside it ends.', 'roof', 'floor').optional(),
    base_offset: CoordinateMm.optional().describe(
      'Height of its foot above its level, mm. Default: 0.',
    ),
    top_offset: CoordinateMm.optional().describe(
      'Height of its top above top_level_id, mm; only with it. Default: 0.',
    ),
    join_type: z
      .enum(JOIN_TYPES)
      .optional()
      .describe(
        'Joint: auto (mitred corners, trimmed T-junctions), butt (first wall runs through), none (square ends). Default: auto.',
      ),
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
    const params = {
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
        : { location_line: storedLine(location_line, { ...rest, via }, context) }),
      ...(top_level_id === undefined ? {} : { top_level_id }),
      ...(top_offset === undefined ? {} : { top_offset }),
      ...(via === undefined ? {} : { via }),
      ...(top_under === undefined ? {} : { top_under }),
    } as const;
    const { snapped, notes, wall_ids } = snappedParams(params, view, context);
    const created = createElement(wall, snapped, view, context);
    const plan = created.plan(
      { wall_id: created.id, ...created.facts },
      { warnings: notes, relies_on: wall_ids },
    );
    return { ...plan, drawn_ends: { start: rest.start, end: rest.end } };
  },
});
