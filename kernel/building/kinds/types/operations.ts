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
] as const;
