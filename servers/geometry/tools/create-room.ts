/** @module create_room: a space with an outline, given or found between walls. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { unlisted } from '../../../governance/tool/unlisted.ts';
import { requireEnclosure } from '../../../kernel/kinds/enclosure.ts';
import { requireLevel } from '../../../kernel/kinds/rules/lookup.ts';
import { roofOver } from '../../../kernel/kinds/rules/room-under.ts';
import { planRoom } from '../../../kernel/model/plan/room.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import { LengthMm, PlanPoint, toGrid } from '../../../schemas/units.ts';
import { elementId, LevelId, Outline } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Creates a room. */
export const createRoom = defineCommand({
  name: 'create_room',
  title: 'Create a room',
  description:
    'Creates a room: the walls around a point become its net outline, which follows them; or give boundary_points. Answers area, perimeter and volume.',
  action: 'CREATE',
  input: z.strictObject({
    level_id: LevelId,
    boundary_points: Outline.optional(),
    point: PlanPoint.describe('Inside walls, mm; or boundary_points.').optional(),
    name: z.string().min(1).max(200).default('Room').describe('Name, e.g. Kitchen.'),
    number: z.string().min(1).max(60).describe('E.g. 1.01.').optional(),
    usage: z.string().min(1).max(100).describe('Use, e.g. office.').optional(),
    occupancy: z.number().int().min(0).max(1_000_000).describe('People.').optional(),
    top_under: elementId('Top.', 'roof', 'floor').optional(),
    height: unlisted(LengthMm.optional().describe('Else that of the level, mm.')),
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
    const height = input.height ?? level.height;
    const follows_level = input.height === undefined;
    const given = { level_id, name, number, usage, occupancy, height, follows_level };
    const open = top_under === undefined ? given : { ...given, top_under };
    if (point === undefined) {
      return planRoom(
        { ...open, point: null, boundary_points: boundary_points ?? [] },
        view,
        context,
      );
    }
    const inside = { x: toGrid(point.x), y: toGrid(point.y) };
    const enclosure = requireEnclosure(level_id, inside, view, context);
    const { boundary_points: around, holes, wall_ids } = enclosure;
    const params = { ...open, point: inside, boundary_points: around };
    const over =
      top_under === undefined
        ? roofOver({ boundary: around, holes: [...holes] }, { level_id, wall_ids }, view)
        : null;
    if (over === null) return planRoom(params, view, context, enclosure);
    const plan = planRoom({ ...params, top_under: over }, view, context, enclosure);
    const said = `the room is open to roof \`${over}\`, under which all walls around it end: set its \`top_under\` to null where a ceiling hangs below`;
    return { ...plan, warnings: [...(plan.warnings ?? []), said] };
  },
});
