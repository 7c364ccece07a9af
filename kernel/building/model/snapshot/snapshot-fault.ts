/**
 * @module snapshot fault: error for a snapshot that is invalid in this version; it is discarded and
 * re-created, never repaired.
 */

/** Thrown while a snapshot is read. */
export class SnapshotFault extends Error {
  constructor(message: string) {
    super(`a snapshot of the model cannot be read: ${message}`);
    this.name = 'SnapshotFault';
  }
}
