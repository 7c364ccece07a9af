/** @module room place: the place that a way to a room leads to: its middle, or the nearest one to it where one can stand. */
import type { Steps } from '../findings/steps.ts';
import { segmentLengthMm } from '../geometry/vector.ts';
import type { Point2 } from '../geometry/vector.ts';
import type { ElementOf } from '../kinds/elements.ts';
import type { ModelView } from '../model/view.ts';
import { isClear, isInside } from './disc/free-space.ts';
import type { Manner, Place } from './routes.ts';
import { levelOf, radiusOf } from './routes.ts';
import type { Space } from './spaces.ts';
import { insideOf, isIn, spacesOn } from './spaces.ts';

/** Places looked at across and along a room, when something stands in its middle. */
const ACROSS = 8;

/**
 * The middle of the room where the disc fits, else the nearest such place on a grid over the room, else the nearest that
 * is free at all, else the middle. Throws `RangeError` for a room on a level that the view does not show.
 */
export function* placeIn(view: ModelView, room: ElementOf<'room'>, manner: Manner): Steps<Place> {
  const { level_id, boundary_points } = room.params;
  const { space } = yield* levelOf(view, { level_id });
  const middle = insideOf(view.outline(room.id) ?? boundary_points);
  const own = spacesOn(view, level_id).find(({ room_id }) => room_id === room.id);
  const places = own === undefined ? [middle] : [middle, ...gridOver(own, middle)];
  const free = places.filter((point) => isInside(space, point));
  const radius = radiusOf(manner);
  const point = free.find((one) => isClear(space, { a: one, b: one }, radius)) ?? free[0] ?? middle;
  return { level_id, point };
}

/** Places in a room, the nearest to its middle first. */
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
