/** @module grid: creates a grid line, with a warning if another one of the level has its name, or a separation line. */
import type { Plan, PlanContext } from '../../../../schemas/plan.ts';
import type { ParamsOf } from '../../kinds/elements.ts';
import type { GridCode } from '../../kinds/grid/grid.ts';
import { grid } from '../../kinds/grid/grid.ts';
import { type SeparationCode, separation } from '../../kinds/separation/separation.ts';
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

/** Plans a room separation line. */
export function planSeparation(
  params: ParamsOf<'separation'>,
  view: ModelView,
  context: PlanContext<SeparationCode>,
): Plan<{ readonly separation_id: string; readonly length_mm: number }> {
  const made = createElement(separation, params, view, context);
  return made.plan({ separation_id: made.id, ...made.facts }, { warnings: [] });
}
