/** @module in wall: arguments and refusals shared by place_door and place_window. */
import { DistanceMm } from '../../schemas/units.ts';
import { Anchored, elementId, Name, TypeId } from '../building/arguments.ts';
import { hintsFor } from '../building/hints.ts';

/** Place in the wall. */
export const WALL_PLACE = {
  wall_id: elementId('Id or @name of the wall.', 'wall'),
  offset: DistanceMm.describe("From the wall's start to the near edge, mm."),
};

/** Optional arguments of every element in a wall. */
export const NAMED_AND_TYPED = { name: Name, type_id: TypeId, anchor: Anchored };

/** Refusals of both tools. */
export const PLACING_HINTS = hintsFor(
  'ELEMENT_NOT_FOUND',
  'CROSS_BRANCH',
  'NOT_A_HOST',
  'OPENING_EXCEEDS_HOST',
  'OPENING_OVERLAP',
  'OUT_OF_RANGE',
  'INVALID_ARGUMENT',
);
