/** @module shared outline: the outline of a wall with additional corners where other walls end on its sides. */
import type { PlanPoint } from '../../../schemas/units.ts';
import { withCornersOn } from '../geometry/plan/corners-on.ts';
import { ringBounds } from '../geometry/plan/polygon.ts';
import type { Point2 } from '../geometry/vector.ts';
import type { ElementOf } from '../kinds/elements.ts';
import { widened } from '../kinds/shared/boxes.ts';
import type { ModelView } from '../model/view.ts';

/** Maximum number of corners of other walls added to an outline; it bounds the size of the result. */
const MAX_CORNERS = 500;
/** Margin of the box in which other walls are searched, mm. */
const MARGIN_MM = 1;

/**
 * Returns the outline of a wall, with additional corners where visible walls of the same level and height range end on
 * its sides. The union of such outlines with the outlines of the rooms between them has no gaps. If there are more than
 * 500 such corners, none is added and `left_out` is true. Null if the wall does not exist.
 */
export function sharedOutline(
  view: ModelView,
  { id, params }: ElementOf<'wall'>,
): { readonly outline: readonly PlanPoint[]; readonly left_out: boolean } | null {
  const ring = view.outline(id);
  if (ring === null) return null;
  const corners: Point2[] = [];
  const low = params.base_offset;
  for (const other of view.wallsNear(params.level_id, widened(ringBounds(ring), MARGIN_MM))) {
    const foot = other.params.base_offset;
    const sharesHeight = foot < low + params.height && low < foot + other.params.height;
    if (other.id !== id && sharesHeight) corners.push(...(view.outline(other.id) ?? []));
  }
  const outline = withCornersOn(ring, corners);
  const left_out = outline.length > ring.length + MAX_CORNERS;
  return { outline: left_out ? ring : outline, left_out };
}
