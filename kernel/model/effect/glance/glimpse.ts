/** @module glimpse: one thing that a person would see at once. */

/** What is seen; a pair has the same key from either side. */
export type Glimpse = { readonly key: string; readonly text: string };
