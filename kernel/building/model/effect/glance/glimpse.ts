/** @module glimpse: one finding that a person would notice at once. */

/** A finding. The two elements of a pair give it the same key. */
export type Glimpse = { readonly key: string; readonly text: string };
