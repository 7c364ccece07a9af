/** @module in wall: what the tools share that place a door or a window in a wall. */
import { DistanceMm } from '../../schemas/units.ts';
import { Anchored, elementId, Name, TypeId } from '../building/arguments.ts';
import { hintsFor } from '../building/hints.ts';

/** Where it lies. */
export const WALL_PLACE = {
  wall_id: elementId('Wall to cut.', 'wall'),
  offset: DistanceMm.describe('From the start of the wall to the near edge, mm.'),
};

/** What every element in a wall may have. */
export const NAMED_AND_TYPED = { name: Name, type_id: TypeId, anchor: Anchored };

/** Refusals of placing it. */
export const PLACING_HINTS = hintsFor(
  'ELEMENT_NOT_FOUND',
  'CROSS_BRANCH',
  'NOT_A_HOST',
  'OPENING_EXCEEDS_HOST',
  'OPENING_OVERLAP',
  'OUT_OF_RANGE',
  'INVALID_ARGUMENT',
);
