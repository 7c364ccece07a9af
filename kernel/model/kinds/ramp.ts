/** @module ramp: a straight sloped slab. */
import type { ElementOf, ParamsOf } from '../../../schemas/elements.ts';
import type { Plan, PlanContext } from '../../../schemas/plan.ts';
import { toGrid } from '../../../schemas/units.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import type { ModelView } from '../view.ts';
import type { LineCode } from './line.ts';
import { requireLine, stripCorners } from './line.ts';
import type { LevelCode, References } from './lookup.ts';
import { requireLevel } from './lookup.ts';
import type { BoundsCode } from './model-bounds.ts';
import { requireInModel, requirePointsInModel } from './model-bounds.ts';
import { created, onGridDeep } from './planned.ts';

export type RampCode = LevelCode | BoundsCode | LineCode;

/** Refuses a ramp without a level, without length, or outside the model. */
export function checkRamp(
  ramp: ElementOf<'ramp'>,
  view: References,
  context: PlanContext<RampCode>,
): void {
  const { level_id, start, end, width, rise } = ramp.params;
  const { elevation } = requireLevel(view, level_id, context).params;
  requireLine(start, end, context);
  requirePointsInModel('outline of the ramp', stripCorners(start, end, width), context);
  requireInModel('top of the ramp', { z: elevation + rise }, context);
}

/** Plans a ramp. `slope_percent` is rise over plan length. */
export function planRamp(
  params: ParamsOf<'ramp'>,
  view: ModelView,
  context: PlanContext<RampCode>,
): Plan<{ readonly ramp_id: string; readonly length_mm: number; readonly slope_percent: number }> {
  const ramp: ElementOf<'ramp'> = {
    id: context.ids.next('ramp'),
    kind: 'ramp',
    params: onGridDeep(params),
  };
  checkRamp(ramp, view, context);
  const length = segmentLengthMm(ramp.params.start, ramp.params.end);
  return {
    events: [created(ramp)],
    data: {
      ramp_id: ramp.id,
      length_mm: toGrid(length),
      slope_percent: toGrid((100 * ramp.params.rise) / length),
    },
    relies_on: [ramp.params.level_id],
  };
}
