/** @module floor: a slab with an outline and holes. */
import type { ElementOf, ParamsOf } from '../../../schemas/elements.ts';
import type { Plan, PlanContext } from '../../../schemas/plan.ts';
import { toGrid } from '../../../schemas/units.ts';
import { regionArea } from '../../geometry/polygon.ts';
import type { ModelView } from '../view.ts';
import type { CheckedBoundary } from './boundary.ts';
import { requireBoundary } from './boundary.ts';
import type { LevelCode } from './lookup.ts';
import { requireLevel } from './lookup.ts';
import type { BoundsCode } from './model-bounds.ts';
import { requireInModel, requirePointsInModel } from './model-bounds.ts';
import { created, onGridDeep } from './planned.ts';

export type FloorCode = LevelCode | BoundsCode | 'INVALID_BOUNDARY';

/** Refuses a floor without a level, outside the model, or whose rings are not clean; gives the rings as they are stored. */
export function checkFloor(
  floor: ElementOf<'floor'>,
  view: ModelView,
  context: PlanContext<FloorCode>,
): CheckedBoundary {
  const { level_id, boundary_points, holes, top_offset, thickness } = floor.params;
  const { elevation } = requireLevel(view, level_id, context).params;
  requirePointsInModel('`boundary_points`', boundary_points, context);
  requireInModel('top of the floor', { z: elevation + top_offset }, context);
  requireInModel('bottom of the floor', { z: elevation + top_offset - thickness }, context);
  return requireBoundary(boundary_points, holes, context);
}

/** Plans a floor. `area_mm2` is its area less the holes. */
export function planFloor(
  params: ParamsOf<'floor'>,
  view: ModelView,
  context: PlanContext<FloorCode>,
): Plan<{ readonly floor_id: string; readonly area_mm2: number; readonly volume_mm3: number }> {
  const asked: ElementOf<'floor'> = {
    id: context.ids.next('floor'),
    kind: 'floor',
    params: onGridDeep(params),
  };
  const { boundary_points, holes, region, warnings } = checkFloor(asked, view, context);
  const floor = { ...asked, params: { ...asked.params, boundary_points, holes } };
  const area = regionArea(region);
  return {
    events: [created(floor)],
    data: {
      floor_id: floor.id,
      area_mm2: toGrid(area),
      volume_mm3: toGrid(area * floor.params.thickness),
    },
    warnings,
    relies_on: [floor.params.level_id],
  };
}
