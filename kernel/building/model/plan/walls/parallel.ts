/** @module parallel: a copy of a wall beside it. */
import type { Plan, PlanContext } from '../../../../schemas/plan.ts';
import { toGrid } from '../../../../schemas/units.ts';
import { besideIt, drawnEnds, lineOffsetOf } from '../../../kinds/rules/location-line.ts';
import type { Wall } from '../../../kinds/wall.ts';
import { wall } from '../../../kinds/wall.ts';
import type { ModelView } from '../../view.ts';
import { createElement } from '../create.ts';
import { snappedParams } from '../snap.ts';
import type { EditCode } from './line-change.ts';
import { lineOf, named, withEnds } from './line-change.ts';
import type { WallEdit } from './split.ts';

/** A copy that is nearer lies in its original, however thin: the distance is in another unit. */
const LEAST_BESIDE_MM = 10;

/** Plans a wall like another, so far to the left of it as seen from start to end (mm), without what that holds. */
export function planParallel(
  own: Wall,
  distance: number,
  view: ModelView,
  context: PlanContext<EditCode>,
): Plan<WallEdit> {
  if (distance === 0) {
    context.refuse('INVALID_ARGUMENT', 'expected `distance` other than 0: left is positive', {
      element_id: own.id,
    });
  }
  if (Math.abs(distance) < LEAST_BESIDE_MM) {
    context.refuse(
      'OUT_OF_RANGE',
      `\`distance\` is ${distance} mm, expected at least ${LEAST_BESIDE_MM} mm to either side: the walls would lie in each other`,
      { element_id: own.id },
    );
  }
  const { arc } = lineOf(own);
  // To the left of an arc that turns to the left is its centre.
  const room = arc === null ? Infinity : arc.radius - arc.turn * distance;
  if (arc !== null && room <= 0) {
    context.refuse(
      'OUT_OF_RANGE',
      `${named(own)} has a radius of ${toGrid(arc.radius)} mm on its line: a parallel ${Math.abs(distance)} mm nearer to its centre is none, expected less`,
      { element_id: own.id, radius: toGrid(arc.radius) },
    );
  }
  const asked = withEnds(own, besideIt(drawnEnds(own.params), distance, lineOffsetOf(own.params)));
  const { snapped, notes, wall_ids } = snappedParams(
    { ...asked.params, name: null },
    view,
    context,
  );
  const made = createElement(wall, snapped, view, context);
  return made.plan(
    { wall_id: own.id, new_id: made.id, rehosted_ids: [], along_ids: [] },
    { warnings: notes, relies_on: [own.id, ...wall_ids] },
  );
}
