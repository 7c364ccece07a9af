/** @module move end: moves an end of a wall together with the wall ends joined to it. */
import type { Plan, PlanContext } from '../../../../../schemas/plan.ts';
import type { PlanPoint } from '../../../../../schemas/units.ts';
import { TOUCH_MM } from '../../../geometry/tolerances.ts';
import { endNearly } from '../../../geometry/walls/near-ends.ts';
import { prepareWall, wallReach } from '../../../geometry/walls/wall-contacts.ts';
import { widened } from '../../../kinds/shared/boxes.ts';
import { straightWall } from '../../../kinds/wall/straight-wall.ts';
import type { Wall } from '../../../kinds/wall/wall.ts';
import type { ModelView } from '../../view.ts';
import type { EditCode } from './line-change.ts';
import { changedEnds, lineOf, named } from './line-change.ts';
import type { End } from './meet.ts';
import type { WallEdit } from './split.ts';

const BOTH: readonly End[] = ['start', 'end'];

/**
 * Plans moving an end to another point. Unless `joined` is false, ends of walls that form a corner
 * with it move too.
 */
export function planMoveEnd(
  own: Wall,
  { end, to, joined }: { readonly end: End; readonly to: PlanPoint; readonly joined: boolean },
  view: ModelView,
  context: PlanContext<EditCode>,
): Plan<WallEdit> {
  const from = lineOf(own)[end];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (dx === 0 && dy === 0) {
    context.refuse('NO_EFFECT', `${end} of ${named(own)} is already at (${to.x}, ${to.y})`, {
      element_id: own.id,
    });
  }
  const own_change = changedEnds(own, { [end]: to }, view, context);
  const along = joined ? joinedEnds(own, end, view) : [];
  const changes = along.map(({ wall, at }) => {
    const { x, y } = lineOf(wall)[at];
    return changedEnds(wall, { [at]: { x: x + dx, y: y + dy } }, view, context);
  });
  const all = [own_change, ...changes];
  const ids = [...new Set(along.map(({ wall }) => wall.id))];
  return {
    events: all.flatMap(({ events }) => events),
    data: { wall_id: own.id, new_id: null, rehosted_ids: [], along_ids: ids },
    warnings: [
      ...along.map(({ wall, at }) => `${at} of ${named(wall)} moves with it`),
      ...all.flatMap(({ notes }) => notes),
    ],
    relies_on: [...new Set([...all.flatMap(({ relies_on }) => relies_on), ...ids])],
  };
}

type JoinedEnd = { readonly wall: Wall; readonly at: End };

/**
 * Ends of other walls in the view that were drawn to the same point or form a corner with this end,
 * and overlap the wall in height.
 */
function joinedEnds(own: Wall, end: End, view: ModelView): readonly JoinedEnd[] {
  const straight = straightWall(own);
  const prepared = prepareWall(straight);
  const from = lineOf(own)[end];
  const box = widened(wallReach(straight), own.params.thickness);
  return view.wallsNear(own.params.level_id, box).flatMap((wall) => {
    if (wall.id === own.id) return [];
    const other = prepareWall(straightWall(wall));
    return BOTH.flatMap((at) => {
      const { x, y } = lineOf(wall)[at];
      const same = Math.hypot(x - from.x, y - from.y) <= TOUCH_MM;
      const corner = same || (endNearly(prepared, end, other) && endNearly(other, at, prepared));
      return corner && shareHeights(own, wall) ? [{ wall, at }] : [];
    });
  });
}

function shareHeights({ params: a }: Wall, { params: b }: Wall): boolean {
  return a.base_offset < b.base_offset + b.height && b.base_offset < a.base_offset + a.height;
}
