/** @module element hints: refusals of changes to an existing element of any kind. */
import { hintsFor } from '../../building/hints.ts';

/** Refusals of modifying, moving, copying and rotating. */
export const ELEMENT_HINTS = hintsFor(
  'ELEMENT_NOT_FOUND',
  'CROSS_BRANCH',
  'LEVEL_NOT_FOUND',
  'LEVEL_EXISTS',
  'INVALID_ARGUMENT',
  'OUT_OF_RANGE',
  'NO_EFFECT',
  'WALL_ZERO_LENGTH',
  'OPENING_EXCEEDS_HOST',
  'OPENING_OVERLAP',
  'NOT_A_HOST',
  'INVALID_BOUNDARY',
  'INVALID_PROFILE',
  'INVALID_STAIR',
  'ROOM_NOT_ENCLOSED',
  'OUT_OF_MODEL_BOUNDS',
);
