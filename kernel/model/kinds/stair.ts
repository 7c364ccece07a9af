/** @module stair: one straight flight between two levels. */
import type { ElementOf, ParamsOf } from '../../../schemas/elements.ts';
import type { Plan, PlanContext } from '../../../schemas/plan.ts';
import { toGrid } from '../../../schemas/units.ts';
import type { StairFault } from '../../geometry/stair.ts';
import { planStair as flightOf } from '../../geometry/stair.ts';
import { micrometres } from '../../geometry/vector.ts';
import type { ModelView } from '../view.ts';
import type { LevelCode, References } from './lookup.ts';
import { requireLevel } from './lookup.ts';
import type { BoundsCode } from './model-bounds.ts';
import { requireInModel, requirePointsInModel } from './model-bounds.ts';
import { created, onGridDeep } from './planned.ts';

const SAID = {
  not_positive: 'has no steps, expected every size above 0',
  single_riser: 'is a single step, expected at least 2 risers',
  too_many_risers: 'needs too many risers, expected at most 1,000',
} as const satisfies Record<StairFault, string>;

export type StairCode = LevelCode | BoundsCode | 'INVALID_STAIR';

/** Steps of a flight: `risers` of equal height, one tread fewer. Lengths mm. */
export type Flight = {
  readonly risers: number;
  readonly riser_mm: number;
  readonly run_mm: number;
};

/** Refuses a stair without its levels, outside the model, or that does not climb; gives its steps. */
export function checkStair(
  stair: ElementOf<'stair'>,
  view: References,
  context: PlanContext<StairCode>,
): Flight {
  const { level_id, top_level_id, start, riser_max } = stair.params;
  const base = requireLevel(view, level_id, context).params.elevation;
  const top = requireLevel(view, top_level_id, context).params.elevation;
  if (micrometres(top) <= micrometres(base))
    context.refuse(
      'INVALID_STAIR',
      `stair from level \`${level_id}\` at ${base} mm to level \`${top_level_id}\` at ${top} mm, expected the top level above the base level`,
      { base_elevation: base, top_elevation: top },
    );
  requireInModel('`start`', { x: start.x, y: start.y }, context);
  requireInModel('top of the stair', { z: top }, context);
  const rise_total = toGrid(top - base);
  const flight = flightOf({ ...stair.params, start: { ...start, z: base }, rise_total });
  if (!flight.ok)
    return context.refuse(
      'INVALID_STAIR',
      `a rise of ${rise_total} mm with risers of at most ${riser_max} mm ${SAID[flight.fault]}`,
      { rise_total, riser_max, fault: flight.fault },
    );
  const { footprint, riserCount, riser, runLength } = flight.plan;
  requirePointsInModel('outline of the stair', footprint, context);
  return { risers: riserCount, riser_mm: toGrid(riser), run_mm: toGrid(runLength) };
}

/** Plans a stair. */
export function planStair(
  params: ParamsOf<'stair'>,
  view: ModelView,
  context: PlanContext<StairCode>,
): Plan<{ readonly stair_id: string } & Flight> {
  const stair: ElementOf<'stair'> = {
    id: context.ids.next('stair'),
    kind: 'stair',
    params: onGridDeep(params),
  };
  const flight = checkStair(stair, view, context);
  return {
    events: [created(stair)],
    data: { stair_id: stair.id, ...flight },
    relies_on: [stair.params.level_id, stair.params.top_level_id],
  };
}
