/** @module edit_walls: splits, trims, extends or offsets a wall, or moves one of its ends. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { requireKind } from '../../../kernel/building/kinds/rules/lookup.ts';
import type { Wall } from '../../../kernel/building/kinds/wall/wall.ts';
import { wall } from '../../../kernel/building/kinds/wall/wall.ts';
import type { EditCode } from '../../../kernel/building/model/plan/walls/line-change.ts';
import {
  crossingAlong,
  planExtend,
  planTrim,
} from '../../../kernel/building/model/plan/walls/meet.ts';
import { planMoveEnd } from '../../../kernel/building/model/plan/walls/move-end.ts';
import { planParallel } from '../../../kernel/building/model/plan/walls/parallel.ts';
import type { WallEdit } from '../../../kernel/building/model/plan/walls/split.ts';
import { planSplit } from '../../../kernel/building/model/plan/walls/split.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import type { Plan, PlanContext } from '../../../schemas/plan.ts';
import { CoordinateMm, PlanPoint } from '../../../schemas/units.ts';
import { elementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import { ELEMENT_HINTS } from './element-hints.ts';

const End = z.enum(['start', 'end']);

const input = z.strictObject({
  operation: z
    .enum(['split', 'trim', 'extend', 'offset', 'move_end'])
    .describe('What to do; offset: a parallel copy.'),
  wall_id: elementId('Wall to edit: id or @name.', 'wall'),
  to_wall_id: elementId(
    'trim, extend: wall at which it ends; split: wall that cuts it, instead of distance.',
    'wall',
  ).optional(),
  distance: CoordinateMm.optional().describe(
    'split: from the start of the wall; offset: to its left seen from start (negative: right); mm.',
  ),
  keep: End.optional().describe(
    'trim: the end that remains; extend: the end that stays in place. Default: as the walls allow.',
  ),
  end: End.optional().describe('move_end: the end to move.'),
  to: PlanPoint.optional().describe('move_end: new position, world mm.'),
  joined: z.boolean().optional().describe('move_end: joined walls follow. Default: true.'),
});
type Input = z.output<typeof input>;

/** Edits a wall. */
export const editWalls = defineCommand({
  name: 'edit_walls',
  title: 'Split, trim, extend or offset walls',
  description:
    'Splits a wall, trims or extends it to another, copies it in parallel, or moves one end.',
  action: 'MODIFY',
  input,
  output: z.looseObject({ new_id: z.string().nullable() }),
  refusals: { ...ELEMENT_HINTS, ...hintsFor('UNKNOWN_PARAMETER') },
  plan(given, view: ModelView, context) {
    const own = requireKind(view, given.wall_id, wall, context);
    return planOf(given, own, view, context);
  },
});

function planOf(
  given: Input,
  own: Wall,
  view: ModelView,
  context: PlanContext<EditCode>,
): Plan<WallEdit> {
  const { operation, keep, joined = true, distance } = given;
  if (operation === 'offset') {
    return planParallel(own, required(distance, 'distance', given, context), view, context);
  }
  if (operation === 'move_end') {
    const end = required(given.end, 'end', given, context);
    const to = required(given.to, 'to', given, context);
    return planMoveEnd(own, { end, to, joined }, view, context);
  }
  if (operation === 'split' && given.to_wall_id === undefined) {
    return planSplit(own, required(distance, 'distance', given, context), view, context);
  }
  const other = otherOf(given, view, context);
  if (operation === 'split') {
    return planSplit(own, crossingAlong(own, other, context), view, context);
  }
  const planEnd = operation === 'trim' ? planTrim : planExtend;
  return planEnd(own, { other, keep }, view, context);
}

function otherOf(given: Input, view: ModelView, context: PlanContext<EditCode>): Wall {
  return requireKind(view, required(given.to_wall_id, 'to_wall_id', given, context), wall, context);
}

/** The value of an argument that the operation needs. Refuses INVALID_ARGUMENT if it is missing. */
function required<T>(
  value: T | undefined,
  name: string,
  { operation }: Input,
  context: PlanContext<EditCode>,
): T {
  return (
    value ?? context.refuse('INVALID_ARGUMENT', `\`${operation}\` requires \`${name}\``, { name })
  );
}
