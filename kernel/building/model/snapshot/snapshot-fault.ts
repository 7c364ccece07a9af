/** @module snapshot fault: a snapshot that is not one of this version; it is thrown away and made anew, never repaired. */

/** Thrown while a snapshot is read. */
export class SnapshotFault extends Error {
  constructor(message: string) {
    super(`a snapshot of the model cannot be read: ${message}`);
    this.name = 'SnapshotFault';
  }
}
