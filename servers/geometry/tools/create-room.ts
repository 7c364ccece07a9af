/** @module create_room: a room with a given outline, or one found between walls. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { requireEnclosure } from '../../../kernel/building/kinds/room/enclosure.ts';
import { requireLevel } from '../../../kernel/building/kinds/rules/lookup.ts';
import { roofOver } from '../../../kernel/building/kinds/rules/room-under.ts';
import { planRoom } from '../../../kernel/building/model/plan/room.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { CoordinateMm, LengthMm, PlanPoint, toGrid } from '../../../schemas/units.ts';
import { elementId, LevelId, Outline } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Creates a room. */
export const createRoom = defineCommand({
  name: 'create_room',
  title: 'Create a room',
  description:
    'Creates a room. With point, its net outline follows the surrounding walls; or give boundary_points.',
  action: 'CREATE',
  input: z.strictObject({
    level_id: LevelId,
    boundary_points: Outline.optional(),
    point: PlanPoint.describe(
      'Point inside the walls, world mm, instead of boundary_points.',
    ).optional(),
    name: z.string().min(1).max(200).default('Room').describe('Name of the room, e.g. Kitchen.'),
    number: z.string().min(1).max(60).describe('Room number, e.g. 1.01.').optional(),
    usage: z
      .string()
      .min(1)
      .max(100)
      .describe('Use of the room, by which rules apply, e.g. office, bedroom, corridor.')
      .optional(),
    occupancy: z
      .number()
      .int()
      .min(0)
      .max(1_000_000)
      .describe('Number of people. Default: by area and usage.')
      .optional(),
    top_under: elementId(
      'Roof or floor whose underside is its ceiling. Default: the roof under which all its walls end, else height.',
      'roof',
      'floor',
    ).optional(),
    base_offset: CoordinateMm.optional().describe(
      'Height of the floor of the room above its level, mm; negative if below. Default: 0.',
    ),
    height: LengthMm.optional().describe(
      'Height of the room above its floor, mm. Default: up to the top of its level, and follows it.',
    ),
  }),
  output: z.object({
    room_id: z.string(),
    area_mm2: z.number(),
    perimeter_mm: z.number(),
    volume_mm3: z.number(),
    wall_ids: z.array(z.string()),
  }),
  refusals: hintsFor(
    'LEVEL_NOT_FOUND',
    'CROSS_BRANCH',
    'INVALID_ARGUMENT',
    'ROOM_NOT_ENCLOSED',
    'INVALID_BOUNDARY',
    'OUT_OF_MODEL_BOUNDS',
    'OUT_OF_RANGE',
    'ELEMENT_NOT_FOUND',
  ),
  plan(input, view: ModelView, context) {
    const { level_id, point, boundary_points, name, top_under } = input;
    const { number = null, usage = null, occupancy = null } = input;
    if ((point === undefined) === (boundary_points === undefined)) {
      context.refuse('INVALID_ARGUMENT', 'expected either `point` or `boundary_points`');
    }
    const level = requireLevel(view, level_id, context).params;
    const { base_offset = null, height = level.height } = input;
    const follows_level = input.height === undefined;
    const plain = { level_id, name, number, usage, occupancy, height, follows_level };
    const given = base_offset === null ? plain : { ...plain, base_offset };
    const open = top_under === undefined ? given : { ...given, top_under };
    if (point === undefined) {
      return planRoom(
        { ...open, point: null, boundary_points: boundary_points ?? [] },
        view,
        context,
      );
    }
    const inside = { x: toGrid(point.x), y: toGrid(point.y) };
    const enclosure = requireEnclosure({ level_id, point: inside, base_offset }, view, context);
    const { boundary_points: around, holes, wall_ids } = enclosure;
    const params = { ...open, point: inside, boundary_points: around };
    const over =
      top_under === undefined
        ? roofOver(
            { boundary: around, holes: [...holes] },
            { level_id, base_offset, wall_ids },
            view,
          )
        : null;
    if (over === null) return planRoom(params, view, context, enclosure);
    const plan = planRoom({ ...params, top_under: over }, view, context, enclosure);
    const warning = `the room extends up to roof \`${over}\`, under which all walls around it end: set its \`top_under\` to null if it has a lower ceiling`;
    return { ...plan, warnings: [...(plan.warnings ?? []), warning] };
  },
});
