/** @module recogniser-version: the version of recognition. */

/** Grows with every change by which a file gives other elements. Stored with each import. */
export const RECOGNISER_VERSION = 7;
