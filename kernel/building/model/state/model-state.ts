/** @module model state: all that a model is, as values; what it only keeps to be fast is left out. */
import type { Keys } from './persistent-index.ts';
import type { BranchState } from './state.ts';

/** A branch with where it began. */
export type BranchRecord = {
  readonly name: string;
  readonly parent: string | null;
  /** Ledger seq of the fork. */
  readonly from_seq: number;
  /** State where it began. */
  readonly fork: BranchState;
  readonly status: 'open' | 'discarded';
  readonly state: BranchState;
};

/** All branches after one event of the ledger. */
export type ModelState = {
  readonly keys: Keys;
  /** Ledger seq of the last event. */
  readonly last_seq: number;
  /** In order of creation. */
  readonly branches: readonly BranchRecord[];
  /** State of the source at the last merge, by the pair of branches. */
  readonly merge_bases: ReadonlyMap<string, BranchState>;
};
