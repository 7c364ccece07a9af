/** @module no-bcf-file: the error for files that are not read as BCF. */

/** A file that cannot be opened as BCF: what was received and what was expected. */
export class NoBcfFile extends Error {}
