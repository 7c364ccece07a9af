/** @module railing: a railing along a path. */
import type { ElementOf, ParamsOf } from '../../../schemas/elements.ts';
import type { Plan, PlanContext } from '../../../schemas/plan.ts';
import { toGrid } from '../../../schemas/units.ts';
import { micrometres, segmentLengthMm } from '../../geometry/vector.ts';
import type { ModelView } from '../view.ts';
import type { LevelCode, References } from './lookup.ts';
import { requireLevel } from './lookup.ts';
import type { BoundsCode } from './model-bounds.ts';
import { requireInModel, requirePointsInModel } from './model-bounds.ts';
import { created, onGridDeep } from './planned.ts';

/** Posts and rails reach this far to each side of the path, mm. */
const HALF_RAIL_MM = 25;

export type RailingCode = LevelCode | BoundsCode | 'OUT_OF_RANGE';

/** Refuses a railing without a level, outside the model, or with two equal points in a row; gives its length in mm. */
export function checkRailing(
  railing: ElementOf<'railing'>,
  view: References,
  context: PlanContext<RailingCode>,
): number {
  const { level_id, path, base_offset, height } = railing.params;
  const { elevation } = requireLevel(view, level_id, context).params;
  requirePointsInModel('`path`', path, context);
  const edges = path.flatMap(({ x, y }) => [
    { x: x - HALF_RAIL_MM, y: y - HALF_RAIL_MM },
    { x: x + HALF_RAIL_MM, y: y + HALF_RAIL_MM },
  ]);
  requirePointsInModel('outline of the railing', edges, context);
  requireInModel('foot of the railing', { z: elevation + base_offset }, context);
  requireInModel('top of the railing', { z: elevation + base_offset + height }, context);
  let length = 0;
  for (const [index, point] of path.entries()) {
    const before = path[index - 1];
    if (before === undefined) continue;
    if (
      micrometres(point.x) === micrometres(before.x) &&
      micrometres(point.y) === micrometres(before.y)
    )
      context.refuse(
        'OUT_OF_RANGE',
        `\`path[${index - 1}]\` and \`path[${index}]\` are the same point, expected at least 0.001 mm between them`,
        { at: [index - 1, index] },
      );
    length += segmentLengthMm(before, point);
  }
  return toGrid(length);
}

/** Plans a railing. */
export function planRailing(
  params: ParamsOf<'railing'>,
  view: ModelView,
  context: PlanContext<RailingCode>,
): Plan<{ readonly railing_id: string; readonly length_mm: number }> {
  const railing: ElementOf<'railing'> = {
    id: context.ids.next('railing'),
    kind: 'railing',
    params: onGridDeep(params),
  };
  const length_mm = checkRailing(railing, view, context);
  return {
    events: [created(railing)],
    data: { railing_id: railing.id, length_mm },
    relies_on: [railing.params.level_id],
  };
}
