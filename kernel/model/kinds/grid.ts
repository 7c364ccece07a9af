/** @module grid: a named reference line, on one level or on all. */
import type { ElementOf, ParamsOf } from '../../../schemas/elements.ts';
import type { Plan, PlanContext } from '../../../schemas/plan.ts';
import { toGrid } from '../../../schemas/units.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import type { ModelView } from '../view.ts';
import type { LineCode } from './line.ts';
import { requireLine } from './line.ts';
import type { LevelCode, References } from './lookup.ts';
import { requireLevel } from './lookup.ts';
import { created, onGridDeep } from './planned.ts';

export type GridCode = LevelCode | LineCode;

/** Refuses a grid line on an unknown level, without length, or outside the model. */
export function checkGrid(
  grid: ElementOf<'grid'>,
  view: References,
  context: PlanContext<GridCode>,
): void {
  const { level_id, start, end } = grid.params;
  if (level_id !== null) requireLevel(view, level_id, context);
  requireLine(start, end, context);
}

/** Plans a grid line. */
export function planGrid(
  params: ParamsOf<'grid'>,
  view: ModelView,
  context: PlanContext<GridCode>,
): Plan<{ readonly grid_id: string; readonly length_mm: number }> {
  const grid: ElementOf<'grid'> = {
    id: context.ids.next('grid'),
    kind: 'grid',
    params: onGridDeep(params),
  };
  checkGrid(grid, view, context);
  const { level_id, name, start, end } = grid.params;
  return {
    events: [created(grid)],
    data: { grid_id: grid.id, length_mm: toGrid(segmentLengthMm(start, end)) },
    warnings: [...view.elementsOf('grid')]
      .filter(({ params: other }) => other.name === name && other.level_id === level_id)
      .map(({ id }) => `grid line \`${id}\` already has the name \`${name}\``),
    relies_on: level_id === null ? [] : [level_id],
  };
}
