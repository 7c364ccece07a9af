/** @module parallel: creates a parallel copy of a wall. */
import type { Plan, PlanContext } from '../../../../../schemas/plan.ts';
import { toGrid } from '../../../../../schemas/units.ts';
import { WALL_ENDS } from '../../../geometry/walls/wall-contacts.ts';
import { drawnEnds, lineOffsetOf, parallelEnds } from '../../../kinds/rules/location-line.ts';
import { unpinnedAt } from '../../../kinds/wall/pins/kept-pins.ts';
import type { Wall } from '../../../kinds/wall/wall.ts';
import { wall } from '../../../kinds/wall/wall.ts';
import type { ModelView } from '../../view.ts';
import { createElement } from '../create.ts';
import { snappedParams } from '../snap.ts';
import type { EditCode } from './line-change.ts';
import { lineOf, named, withEnds } from './line-change.ts';
import type { WallEdit } from './split.ts';

/**
 * Minimum distance of the copy, mm. A smaller one overlaps the original however thin it is, and was
 * probably given in another unit.
 */
const MIN_DISTANCE_MM = 10;

/** Plans a copy of a wall without its fillings, at `distance` mm to the left as seen from start to end. */
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
  if (Math.abs(distance) < MIN_DISTANCE_MM) {
    context.refuse(
      'OUT_OF_RANGE',
      `\`distance\` is ${distance} mm, expected at least ${MIN_DISTANCE_MM} mm to either side: the walls would overlap`,
      { element_id: own.id },
    );
  }
  const { arc } = lineOf(own);
  // The centre of an arc that turns left is on its left.
  const room = arc === null ? Infinity : arc.radius - arc.turn * distance;
  if (arc !== null && room <= 0) {
    context.refuse(
      'OUT_OF_RANGE',
      `${named(own)} has a radius of ${toGrid(arc.radius)} mm on its line: a parallel ${Math.abs(distance)} mm nearer to its centre does not exist; expected a smaller distance`,
      { element_id: own.id, radius: toGrid(arc.radius) },
    );
  }
  const shifted = withEnds(
    own,
    parallelEnds(drawnEnds(own.params), distance, lineOffsetOf(own.params)),
  );
  const { snapped, notes, wall_ids } = snappedParams(
    unpinnedAt({ ...shifted.params, name: null }, WALL_ENDS),
    view,
    context,
  );
  const made = createElement(wall, snapped, view, context);
  return made.plan(
    { wall_id: own.id, new_id: made.id, rehosted_ids: [], along_ids: [] },
    { warnings: notes, relies_on: [own.id, ...wall_ids] },
  );
}
