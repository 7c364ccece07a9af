/** @module snapshot code: locations of the code on which the format of a snapshot depends. */

/** Folders of all code that derives states from events and snapshots from states. */
export const SNAPSHOT_CODE: readonly URL[] = [
  '../../../../schemas/',
  '../../geometry/',
  '../../kinds/',
  '../',
].map((folder) => new URL(folder, import.meta.url));
