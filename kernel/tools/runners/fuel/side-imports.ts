/** @module side-imports: the namespace from which a metered side module imports its counters. */

/** Contains `left`, `pages` and `pages_max` of the main module. */
export const SIDE_IMPORTS = 'fuel';
