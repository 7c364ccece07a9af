/** @module side-imports: where a metered side module has its counters from. */

/** The namespace from which it imports those of the module that it belongs to: `left`, `pages`, `pages_max`. */
export const SIDE_IMPORTS = 'fuel';
