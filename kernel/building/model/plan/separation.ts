/** @module separation: creates a room separation line and names the rooms that it changes. */
import type { Plan, PlanContext } from '../../../../schemas/plan.ts';
import type { ParamsOf } from '../../kinds/elements.ts';
import { type SeparationCode, separation } from '../../kinds/separation/separation.ts';
import type { ModelView } from '../view.ts';
import { createElement } from './create.ts';

/** Plans a room separation line; lengths in mm. */
export function planSeparation(
  params: ParamsOf<'separation'>,
  view: ModelView,
  context: PlanContext<SeparationCode>,
): Plan<{ readonly separation_id: string; readonly length_mm: number }> {
  const made = createElement(separation, params, view, context);
  return made.plan({ separation_id: made.id, ...made.facts }, { warnings: [] });
}
