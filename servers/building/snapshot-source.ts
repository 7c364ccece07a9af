/** @module snapshot source: where a model may begin, so that it need not read the ledger from its first event. */

/** Snapshots of the model, wherever they are kept. None of this throws: without a snapshot the ledger is read. */
export interface SnapshotSource {
  /** The newest snapshot that is of this ledger; null where there is none and the ledger is soon read. */
  newest(): Promise<Uint8Array | null>;
  /** The newest snapshot that holds no event after `seq`; null where there is none. */
  before(seq: number): Promise<Uint8Array | null>;
  /** The model is level with the ledger at this event. */
  reached(seq: number): void;
  /** The snapshot of `newest` did not lead to the ledger as it is. */
  refused(error: unknown): void;
}
