/** @module column: an upright member up to a level or of a height. */
import type { ElementOf, ParamsOf } from '../../../schemas/elements.ts';
import type { Plan, PlanContext } from '../../../schemas/plan.ts';
import { toGrid } from '../../../schemas/units.ts';
import { micrometres } from '../../geometry/vector.ts';
import type { ModelView } from '../view.ts';
import type { LevelCode, References } from './lookup.ts';
import { requireLevel } from './lookup.ts';
import type { BoundsCode } from './model-bounds.ts';
import { requireInModel, requirePointsInModel } from './model-bounds.ts';
import { created, onGridDeep } from './planned.ts';
import type { ProfileCode } from './profile.ts';
import { requireProfile } from './profile.ts';

export type ColumnCode = LevelCode | BoundsCode | ProfileCode | 'OUT_OF_RANGE';

/** Refuses a column without its levels, outside the model, of an unknown profile, or whose top is not above its foot; gives its height in mm. */
export function checkColumn(
  column: ElementOf<'column'>,
  view: References,
  context: PlanContext<ColumnCode>,
): number {
  const { level_id, location, top_level_id, base_offset, height, profile } = column.params;
  const foot = requireLevel(view, level_id, context).params.elevation + base_offset;
  const top =
    top_level_id === null
      ? foot + height
      : requireLevel(view, top_level_id, context).params.elevation;
  requireInModel('`location`', { x: location.x, y: location.y }, context);
  requireInModel('foot of the column', { z: foot }, context);
  requireInModel('top of the column', { z: top }, context);
  if (micrometres(top) <= micrometres(foot))
    context.refuse(
      'OUT_OF_RANGE',
      `column from ${toGrid(foot)} mm to level \`${top_level_id ?? level_id}\` at ${toGrid(top)} mm, expected the top above the foot`,
      { foot: toGrid(foot), top: toGrid(top) },
    );
  const outline = requireProfile(profile, context).map(({ x, y }) => ({
    x: location.x + x,
    y: location.y + y,
  }));
  requirePointsInModel('outline of the column', outline, context);
  return toGrid(top - foot);
}

/** Plans a column. */
export function planColumn(
  params: ParamsOf<'column'>,
  view: ModelView,
  context: PlanContext<ColumnCode>,
): Plan<{ readonly column_id: string; readonly height_mm: number }> {
  const column: ElementOf<'column'> = {
    id: context.ids.next('column'),
    kind: 'column',
    params: onGridDeep(params),
  };
  const height_mm = checkColumn(column, view, context);
  const { level_id, top_level_id } = column.params;
  return {
    events: [created(column)],
    data: { column_id: column.id, height_mm },
    relies_on: top_level_id === null ? [level_id] : [level_id, top_level_id],
  };
}
