/** @module shared outline: the outline of a wall that shares its corners with those of the walls that end on its sides. */
import type { PlanPoint } from '../../schemas/units.ts';
import { withCornersOn } from '../geometry/plan/corners-on.ts';
import { ringBounds } from '../geometry/plan/polygon.ts';
import type { Point2 } from '../geometry/vector.ts';
import { widened } from '../kinds/boxes.ts';
import type { ElementOf } from '../kinds/elements.ts';
import type { ModelView } from '../model/view.ts';

/** Corners of other walls that are put into an outline at the most: an answer has an end. */
const MOST_CORNERS = 500;
/** Further than any corner of another wall on a side may lie beside it, mm. */
const BESIDE_MM = 1;

/**
 * The outline of a wall with the corners of walls of its level and heights that lie on its sides, as far as the view shows
 * them: the union of such outlines with those of the rooms between leaves nothing out. `left_out` is true where more than
 * 500 corners lie there; none is put in then. Null for a wall that is not there.
 */
export function sharedOutline(
  view: ModelView,
  { id, params }: ElementOf<'wall'>,
): { readonly outline: readonly PlanPoint[]; readonly left_out: boolean } | null {
  const ring = view.outline(id);
  if (ring === null) return null;
  const corners: Point2[] = [];
  const low = params.base_offset;
  for (const other of view.wallsNear(params.level_id, widened(ringBounds(ring), BESIDE_MM))) {
    const foot = other.params.base_offset;
    const beside = foot < low + params.height && low < foot + other.params.height;
    if (other.id !== id && beside) corners.push(...(view.outline(other.id) ?? []));
  }
  const outline = withCornersOn(ring, corners);
  const left_out = outline.length > ring.length + MOST_CORNERS;
  return { outline: left_out ? ring : outline, left_out };
}
