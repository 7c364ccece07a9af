/** @module wall: one straight wall on a level. */
import type { ElementOf, ParamsOf } from '../../../schemas/elements.ts';
import type { Plan, PlanContext } from '../../../schemas/plan.ts';
import { toGrid } from '../../../schemas/units.ts';
import { micrometres, segmentLengthMm } from '../../geometry/vector.ts';
import type { ModelView } from '../view.ts';
import { stripCorners } from './line.ts';
import type { LevelCode, References } from './lookup.ts';
import { requireLevel } from './lookup.ts';
import type { BoundsCode } from './model-bounds.ts';
import { requireInModel, requirePointsInModel } from './model-bounds.ts';
import { created, onGridDeep } from './planned.ts';

export type WallCode = LevelCode | BoundsCode | 'WALL_ZERO_LENGTH';

/** Refuses a wall without a level, without length, or outside the model. */
export function checkWall(
  wall: ElementOf<'wall'>,
  view: References,
  context: PlanContext<WallCode>,
): void {
  const { level_id, start, end, base_offset, height, thickness } = wall.params;
  const { elevation } = requireLevel(view, level_id, context).params;
  requireInModel('`start`', { x: start.x, y: start.y }, context);
  requireInModel('`end`', { x: end.x, y: end.y }, context);
  requireInModel('foot of the wall', { z: elevation + base_offset }, context);
  requireInModel('top of the wall', { z: elevation + base_offset + height }, context);
  if (micrometres(start.x) === micrometres(end.x) && micrometres(start.y) === micrometres(end.y))
    context.refuse(
      'WALL_ZERO_LENGTH',
      `start and end are the same point (${start.x}, ${start.y}), expected at least 0.001 mm between them`,
      { start, end },
    );
  requirePointsInModel('outline of the wall', stripCorners(start, end, thickness), context);
}

/** Plans a wall. `length_mm` is that of its axis. */
export function planWall(
  params: ParamsOf<'wall'>,
  view: ModelView,
  context: PlanContext<WallCode>,
): Plan<{ readonly wall_id: string; readonly length_mm: number }> {
  const wall: ElementOf<'wall'> = {
    id: context.ids.next('wall'),
    kind: 'wall',
    params: onGridDeep(params),
  };
  checkWall(wall, view, context);
  const length_mm = toGrid(segmentLengthMm(wall.params.start, wall.params.end));
  return {
    events: [created(wall)],
    data: { wall_id: wall.id, length_mm },
    relies_on: [wall.params.level_id],
  };
}
