/** @module grid: creates a grid line; warns if another grid line of the level has the same name. */
import type { Plan, PlanContext } from '../../../../schemas/plan.ts';
import type { ParamsOf } from '../../kinds/elements.ts';
import type { GridCode } from '../../kinds/grid/grid.ts';
import { grid } from '../../kinds/grid/grid.ts';
import type { ModelView } from '../view.ts';
import { createElement } from './create.ts';

/** Plans a grid line. */
export function planGrid(
  params: ParamsOf<'grid'>,
  view: ModelView,
  context: PlanContext<GridCode>,
): Plan<{ readonly grid_id: string; readonly length_mm: number }> {
  const made = createElement(grid, params, view, context);
  const { level_id, name } = made.element.params;
  const warnings = [...view.elementsOf('grid')]
    .filter(({ params: other }) => other.name === name && other.level_id === level_id)
    .map(({ id }) => `grid line \`${id}\` already has the name \`${name}\``);
  return made.plan({ grid_id: made.id, ...made.facts }, { warnings });
}
