/** @module roof: flat, shed, gable or hip over an outline. */
import type { ElementOf, ParamsOf } from '../../../schemas/elements.ts';
import type { Plan, PlanContext } from '../../../schemas/plan.ts';
import { toGrid } from '../../../schemas/units.ts';
import { meshBounds } from '../../geometry/mesh.ts';
import { regionArea } from '../../geometry/polygon.ts';
import type { RoofFault } from '../../geometry/roof.ts';
import { roofMesh } from '../../geometry/roof.ts';
import type { ModelView } from '../view.ts';
import type { CheckedBoundary } from './boundary.ts';
import { requireBoundary } from './boundary.ts';
import type { LevelCode } from './lookup.ts';
import { requireLevel } from './lookup.ts';
import type { BoundsCode } from './model-bounds.ts';
import { requireInModel, requirePointsInModel } from './model-bounds.ts';
import { created, onGridDeep } from './planned.ts';

export type RoofCode = LevelCode | BoundsCode | 'INVALID_BOUNDARY';

/** Refuses a roof without a level, outside the model, or with an outline that is not clean or that its type and overhang cannot cover; gives the outline as stored. */
export function checkRoof(
  roof: ElementOf<'roof'>,
  view: ModelView,
  context: PlanContext<RoofCode>,
): CheckedBoundary {
  const { level_id, boundary_points, base_offset, thickness } = roof.params;
  const { elevation } = requireLevel(view, level_id, context).params;
  requirePointsInModel('`boundary_points`', boundary_points, context);
  const checked = requireBoundary(boundary_points, [], context);
  const { slope_deg, roof_type, overhang } = roof.params;
  const shape = roofMesh({
    kind: roof_type,
    boundary: checked.boundary_points,
    elevation: elevation + base_offset,
    slope_deg,
    thickness,
    overhang,
  });
  if (!shape.ok)
    return context.refuse('INVALID_BOUNDARY', saidOf(shape.fault, roof), {
      fault: shape.fault,
      roof_type,
      overhang,
    });
  const { min, max } = meshBounds(shape.mesh);
  for (const { x, y, z } of [min, max])
    requireInModel('a corner of the roof', { x, y, z }, context);
  return checked;
}

function saidOf(fault: RoofFault, { params }: ElementOf<'roof'>): string {
  switch (fault) {
    case 'needs_rectangle':
      return `a ${params.roof_type} roof needs a rectangle of 4 points, got ${params.boundary_points.length} points that are none`;
    case 'overhang_collides':
      return `an overhang of ${params.overhang} mm makes the outline cross itself`;
    case 'slope_out_of_range':
      return `a slope of ${params.slope_deg} degrees makes no roof`;
    default:
      return fault satisfies never;
  }
}

/** Plans a roof. `area_mm2` is the plan area inside the outline, without the overhang. */
export function planRoof(
  params: ParamsOf<'roof'>,
  view: ModelView,
  context: PlanContext<RoofCode>,
): Plan<{ readonly roof_id: string; readonly area_mm2: number }> {
  const asked: ElementOf<'roof'> = {
    id: context.ids.next('roof'),
    kind: 'roof',
    params: onGridDeep(params),
  };
  const { boundary_points, region, warnings } = checkRoof(asked, view, context);
  const roof = { ...asked, params: { ...asked.params, boundary_points } };
  return {
    events: [created(roof)],
    data: { roof_id: roof.id, area_mm2: toGrid(regionArea(region)) },
    warnings,
    relies_on: [roof.params.level_id],
  };
}
