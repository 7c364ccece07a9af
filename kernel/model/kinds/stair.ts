/** @module stair: one straight flight between two levels. */
import type { ElementOf, ParamsOf } from '../../../schemas/elements.ts';
import type { Plan, PlanContext } from '../../../schemas/plan.ts';
import { toGrid } from '../../../schemas/units.ts';
import { directionOf, micrometres } from '../../geometry/vector.ts';
import type { ModelView } from '../view.ts';
import type { LevelCode, References } from './lookup.ts';
import { requireLevel } from './lookup.ts';
import type { BoundsCode } from './model-bounds.ts';
import { requireInModel } from './model-bounds.ts';
import { created, onGridDeep } from './planned.ts';

/** More risers than this are a mistake in the units. */
const MAX_RISERS = 1000;

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
  const { level_id, top_level_id, start, direction_deg, riser_max, tread } = stair.params;
  const base = requireLevel(view, level_id, context).params.elevation;
  const top = requireLevel(view, top_level_id, context).params.elevation;
  const rise_um = micrometres(top) - micrometres(base);
  if (rise_um <= 0)
    context.refuse(
      'INVALID_STAIR',
      `stair from level \`${level_id}\` at ${base} mm to level \`${top_level_id}\` at ${top} mm, expected the top level above the base level`,
      { base_elevation: base, top_elevation: top },
    );
  const risers = Math.ceil(rise_um / micrometres(riser_max));
  if (risers > MAX_RISERS)
    context.refuse(
      'INVALID_STAIR',
      `a rise of ${rise_um / 1000} mm with risers of at most ${riser_max} mm needs ${risers} risers, expected at most ${MAX_RISERS}`,
      { risers, riser_max },
    );
  const run_mm = (risers - 1) * tread;
  const direction = directionOf(direction_deg);
  requireInModel('`start`', { x: start.x, y: start.y }, context);
  requireInModel(
    'end of the stair',
    { x: start.x + direction.x * run_mm, y: start.y + direction.y * run_mm },
    context,
  );
  requireInModel('top of the stair', { z: top }, context);
  return { risers, riser_mm: toGrid(rise_um / 1000 / risers), run_mm: toGrid(run_mm) };
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
