/** @module room place: the destination of a path to a room: its middle, or a free point near it. */
import { segmentLengthMm } from '../geometry/vector.ts';
import type { Point2 } from '../geometry/vector.ts';
import type { ElementOf } from '../kinds/elements.ts';
import type { ModelView } from '../model/view.ts';
import { isClear, isInside } from './disc/free-space.ts';
import type { Manner, Place } from './routes.ts';
import { levelOf, radiusOf } from './routes.ts';
import type { Space } from './spaces.ts';
import { insideOf, isIn, spacesOn } from './spaces.ts';

/** Number of grid points tried in each direction of a room's bounding box if its middle is blocked. */
const ACROSS = 8;

/**
 * Returns the middle of the room if the disc fits there, else the nearest grid point at which it fits, else the nearest
 * grid point in the walkable area, else the middle. Throws `RangeError` for a room on a level that the view does not
 * show.
 */
export function placeIn(view: ModelView, room: ElementOf<'room'>, manner: Manner): Place {
  const { level_id, boundary_points } = room.params;
  const { space } = levelOf(view, { level_id });
  const middle = insideOf(view.outline(room.id) ?? boundary_points);
  const own = spacesOn(view, level_id).find(({ room_id }) => room_id === room.id);
  const places = own === undefined ? [middle] : [middle, ...gridOver(own, middle)];
  const free = places.filter((point) => isInside(space, point));
  const radius = radiusOf(manner);
  const point = free.find((one) => isClear(space, { a: one, b: one }, radius)) ?? free[0] ?? middle;
  return { level_id, point };
}

/** Grid positions in a room, those nearest to its middle first. */
function gridOver(space: Space, middle: Point2): readonly Point2[] {
  const { min, max } = space.bounds;
  const places: Point2[] = [];
  for (let i = 0; i < ACROSS; i++) {
    for (let j = 0; j < ACROSS; j++) {
      const point = {
        x: min.x + ((max.x - min.x) * (i + 0.5)) / ACROSS,
        y: min.y + ((max.y - min.y) * (j + 0.5)) / ACROSS,
      };
      if (isIn(space, point)) places.push(point);
    }
  }
  return places.toSorted((a, b) => segmentLengthMm(a, middle) - segmentLengthMm(b, middle));
}
