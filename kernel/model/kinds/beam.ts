/** @module beam: a straight member below the top of a level. */
import type { ElementOf, ParamsOf } from '../../../schemas/elements.ts';
import type { Plan, PlanContext } from '../../../schemas/plan.ts';
import { toGrid } from '../../../schemas/units.ts';
import { ringBounds } from '../../geometry/polygon.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import type { ModelView } from '../view.ts';
import type { LineCode } from './line.ts';
import { requireLine, stripCorners } from './line.ts';
import type { LevelCode, References } from './lookup.ts';
import { requireLevel } from './lookup.ts';
import type { BoundsCode } from './model-bounds.ts';
import { requireInModel, requirePointsInModel } from './model-bounds.ts';
import { created, onGridDeep } from './planned.ts';
import type { ProfileCode } from './profile.ts';
import { requireProfile } from './profile.ts';

export type BeamCode = LevelCode | BoundsCode | LineCode | ProfileCode;

/** Refuses a beam without a level, without length, outside the model, or of an unknown profile. */
export function checkBeam(
  beam: ElementOf<'beam'>,
  view: References,
  context: PlanContext<BeamCode>,
): void {
  const { level_id, start, end, profile, elevation_offset } = beam.params;
  const level = requireLevel(view, level_id, context).params;
  requireLine(start, end, context);
  const top = level.elevation + level.height + elevation_offset;
  requireInModel('top of the beam', { z: top }, context);
  const { min, max } = ringBounds(requireProfile(profile, context));
  const corners = stripCorners(start, end, max.x - min.x);
  requirePointsInModel('outline of the beam', corners, context);
  requireInModel('bottom of the beam', { z: top - (max.y - min.y) }, context);
}

/** Plans a beam. `length_mm` is that of its axis. */
export function planBeam(
  params: ParamsOf<'beam'>,
  view: ModelView,
  context: PlanContext<BeamCode>,
): Plan<{ readonly beam_id: string; readonly length_mm: number }> {
  const beam: ElementOf<'beam'> = {
    id: context.ids.next('beam'),
    kind: 'beam',
    params: onGridDeep(params),
  };
  checkBeam(beam, view, context);
  return {
    events: [created(beam)],
    data: {
      beam_id: beam.id,
      length_mm: toGrid(segmentLengthMm(beam.params.start, beam.params.end)),
    },
    relies_on: [beam.params.level_id],
  };
}
