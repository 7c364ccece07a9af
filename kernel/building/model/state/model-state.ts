/** @module model state: the complete state of a model as values, without caches. */
import type { Keys } from './persistent-index.ts';
import type { BranchState } from './state.ts';

/** A branch with its fork point. */
export type BranchRecord = {
  readonly name: string;
  readonly parent: string | null;
  /** Ledger seq of the fork. */
  readonly from_seq: number;
  /** State at the fork. */
  readonly fork: BranchState;
  readonly status: 'open' | 'discarded';
  readonly state: BranchState;
};

/** All branches after one event of the ledger. */
export type ModelState = {
  readonly keys: Keys;
  /** Ledger seq of the last event. */
  readonly last_seq: number;
  /** Branches in order of creation. */
  readonly branches: readonly BranchRecord[];
  /** State of the source at the last merge, keyed by the pair of branches. */
  readonly merge_bases: ReadonlyMap<string, BranchState>;
};
