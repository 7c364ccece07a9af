/** @module level: creates a level; warns if another level has the same elevation. */
import type { Plan, PlanContext } from '../../../../schemas/plan.ts';
import { micrometres } from '../../geometry/vector.ts';
import type { ParamsOf } from '../../kinds/elements.ts';
import { level } from '../../kinds/level/level.ts';
import type { BoundsCode } from '../../kinds/rules/model-bounds.ts';
import type { ModelView } from '../view.ts';
import { createElement } from './create.ts';

/** Plans a level. */
export function planLevel(
  params: ParamsOf<'level'>,
  view: ModelView,
  context: PlanContext<BoundsCode | 'LEVEL_EXISTS' | 'OUT_OF_RANGE'>,
): Plan<{ readonly level_id: string; readonly elevation: number }> {
  const made = createElement(level, params, view, context);
  const { elevation } = made.element.params;
  const warnings = view
    .levels()
    .filter(({ params: other }) => micrometres(other.elevation) === micrometres(elevation))
    .map(({ id }) => `level \`${id}\` already has the elevation ${elevation} mm`);
  return made.plan({ level_id: made.id, ...made.facts }, { warnings });
}
