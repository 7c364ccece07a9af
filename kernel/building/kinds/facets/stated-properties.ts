/** @module stated properties: what elements of a kind state in the standard property set of their IFC entity. */

/** Facts that several kinds state, each with its property in the standard sets. */
export const STATED_PROPERTIES = {
  fire_rating_min: 'FireRating',
  load_bearing: 'LoadBearing',
  is_external: 'IsExternal',
} as const;
export type Stated = keyof typeof STATED_PROPERTIES;

/** The standard set of a kind, and which of the facts it has. */
export type StatedSet = { readonly set: string; readonly has: readonly Stated[] };

/** The sets of elements that can bear. */
export const STATES_ALL: readonly Stated[] = ['fire_rating_min', 'load_bearing', 'is_external'];
/** The sets of doors and windows. */
export const STATES_CLOSING: readonly Stated[] = ['fire_rating_min', 'is_external'];
