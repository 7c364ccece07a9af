/** @module hints: the suggested next step for each refusal of the building tools. */
import type { ErrorName } from '../../schemas/errors.ts';

const HINTS = {
  INVALID_ARGUMENT: 'correct the argument as the message says; nothing was changed',
  OUT_OF_RANGE: 'use a value in the range that the message names',
  UNKNOWN_ARGUMENT: 'use one of the names in data.arguments; data.nearest is the closest match',
  UNKNOWN_PARAMETER: 'use one of the names in data.parameters, the closest match first',
  SCRIPT_SYNTAX: 'correct the script at the line and column; nothing was changed',
  WALL_ZERO_LENGTH: 'give an end that differs from the start',
  OPENING_EXCEEDS_HOST:
    'reduce offset, width, sill or height so that it ends inside its host; to another wall: modify_parameter host_id with value {host_id, offset}',
  OPENING_OVERLAP:
    'in a wall use an offset next to the element in data.other_id (touching is allowed); in a floor or roof move or delete that element',
  OUT_OF_MODEL_BOUNDS: 'stay within 10 km of the origin; lengths are in millimetres',
  INVALID_BOUNDARY: 'give a simple outline: at least 3 points in order, no crossing, no repeats',
  EMPTY_RESULT: 'check with bounding_analysis that the two elements overlap',
  NOT_A_HOST: 'use a wall for doors and windows, and a wall, floor or roof for openings',
  REGENERATION_FAILED: 'change the shape: this geometry cannot be built',
  ROOM_NOT_ENCLOSED:
    'close data.gaps (with both walls, the points and the width); if it is empty, create the missing walls, move the point between walls, or give boundary_points',
  INVALID_PROFILE: 'use a profile such as 300x300, circle 400 or HEA200',
  INVALID_STAIR:
    'correct what the message names; where no floor is over the stair, create it first or leave out cut_floor',
  NO_EFFECT: 'nothing to do; call get_element to see the current state',
  ELEMENT_NOT_FOUND:
    'use an id from data.near, query_elements or level_elements; undo restores deleted elements',
  LEVEL_NOT_FOUND:
    'use the id of a level, or @ and its name, from data.levels or get_model_summary, or create_level first',
  BRANCH_NOT_FOUND: 'use a branch from data.branches or create_branch first',
  LEVEL_EXISTS: 'choose another name, or use the existing level',
  BRANCH_EXISTS: 'use another name, or pass this one as `branch` to work on it',
  CROSS_BRANCH: 'pass the branch that contains it as `branch`',
  MERGE_CONFLICT:
    'resolve each of data.conflicts on the source branch (make it equal to the target, or redo the change there), then merge again',
  OPERATION_NOT_FOUND: 'use an event_id from an answer or from get_history',
  VERSION_CONFLICT: 'check the current state and undo the later changes first',
  UNKNOWN_TOOL: 'use a tool of this server that changes elements',
} as const satisfies Partial<Record<ErrorName, string>>;

/** Returns the hints for these codes, in the form in which a tool declares them. */
export function hintsFor<const Code extends keyof typeof HINTS>(
  ...codes: readonly Code[]
): Readonly<Record<Code, string>>;
export function hintsFor(
  ...codes: readonly (keyof typeof HINTS)[]
): Readonly<Record<string, string>> {
  return Object.fromEntries(codes.map((code) => [code, HINTS[code]]));
}
