/**
 * @module snapshot source: the snapshots from which a model can be loaded without reading the ledger from its first
 * event.
 */

/** Snapshots of the model, independent of their storage. No method throws: without a snapshot, the ledger is read. */
export interface SnapshotSource {
  /** The newest snapshot of this ledger; null if there is none and the ledger is short. */
  newest(): Promise<Uint8Array | null>;
  /** The newest snapshot that contains no event after `seq`; null if there is none. */
  before(seq: number): Promise<Uint8Array | null>;
  /** Called when the model has applied the ledger up to this event. */
  reached(seq: number): void;
  /** Called when the snapshot returned by `newest` does not match the ledger. */
  refused(error: unknown): void;
}
