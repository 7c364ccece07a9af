/** @module snapshot code: where the code lies that a snapshot depends on. */

/** Folders of all code that makes states of events and snapshots of states. */
export const SNAPSHOT_CODE: readonly URL[] = [
  '../../../schemas/',
  '../../geometry/',
  '../../kinds/',
  '../../model/',
].map((folder) => new URL(folder, import.meta.url));
