/** @module operations: how doors and windows open. */

/** Kinds of leaf of a door. */
export const DOOR_TYPES = [
  'single',
  'double',
  'sliding',
  'folding',
  'revolving',
  'pocket',
] as const;

/** How a window opens. */
export const WINDOW_TYPES = [
  'fixed',
  'casement',
  'double_hung',
  'sliding',
  'awning',
  'hopper',
  'pivot',
  'tilt_and_turn',
] as const;

/**
 * How one cell of a window opens. `left` and `right` are the sides of its hinges, seen from the right of the wall, so that
 * left is towards its start; `top` and `bottom` are hung there; `pivot` turns about a level axis, `pivot_vertical` about
 * an upright one; `sliding` has a sash on each of two tracks.
 */
export const CELL_OPERATIONS = [
  'fixed',
  'casement_left',
  'casement_right',
  'tilt_and_turn_left',
  'tilt_and_turn_right',
  'top',
  'bottom',
  'pivot',
  'pivot_vertical',
  'sliding',
  'double_hung',
] as const;
export type CellOperation = (typeof CELL_OPERATIONS)[number];

/** Where a frame is in the depth of its wall. `outside` is the side of the first layer of the wall, left by default. */
export const POSITIONS = ['outside', 'middle', 'inside'] as const;
export type Position = (typeof POSITIONS)[number];
