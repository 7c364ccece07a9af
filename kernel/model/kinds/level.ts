/** @module level: a storey at an elevation, on which everything stands. */
import type { ElementOf, ParamsOf } from '../../../schemas/elements.ts';
import type { Plan, PlanContext } from '../../../schemas/plan.ts';
import { micrometres } from '../../geometry/vector.ts';
import type { ModelView } from '../view.ts';
import type { BoundsCode } from './model-bounds.ts';
import { requireInModel } from './model-bounds.ts';
import { created, onGridDeep } from './planned.ts';

/** Refuses OUT_OF_MODEL_BOUNDS when foot or top of the level is beyond the model. */
export function checkLevel(level: ElementOf<'level'>, context: PlanContext<BoundsCode>): void {
  const { elevation, height } = level.params;
  requireInModel('`elevation`', { z: elevation }, context);
  requireInModel('top of the level', { z: elevation + height }, context);
}

/** Plans a level; warns where another one has the same name or elevation. */
export function planLevel(
  params: ParamsOf<'level'>,
  view: ModelView,
  context: PlanContext<BoundsCode>,
): Plan<{ readonly level_id: string; readonly elevation: number }> {
  const level: ElementOf<'level'> = {
    id: context.ids.next('level'),
    kind: 'level',
    params: onGridDeep(params),
  };
  checkLevel(level, context);
  const { name, elevation } = level.params;
  const warnings = view.levels().flatMap((other) => {
    const same_name = other.params.name === name;
    const same_elevation = micrometres(other.params.elevation) === micrometres(elevation);
    if (!same_name && !same_elevation) return [];
    const what = same_name ? `name \`${name}\`` : `elevation ${elevation} mm`;
    return [`level \`${other.id}\` already has the ${what}`];
  });
  return { events: [created(level)], data: { level_id: level.id, elevation }, warnings };
}
