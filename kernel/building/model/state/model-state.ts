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

/** A change of the last common state of a pair of branches: by a merge, its undo, or a restore. */
export type BaseChange = {
  /** The operation of the change, its branch, and the ledger seq of its event. */
  readonly operation_id: string;
  readonly branch: string;
  readonly seq: number;
  readonly pair: string;
  /** Null if no merge of the pair counts. */
  readonly from: BranchState | null;
  readonly to: BranchState | null;
};

/** All branches after one event of the ledger. */
export type ModelState = {
  readonly keys: Keys;
  /** Ledger seq of the last event. */
  readonly last_seq: number;
  /** Branches in order of creation. */
  readonly branches: readonly BranchRecord[];
  /** State of the source at the last merge that was not undone, keyed by the pair of branches. */
  readonly merge_bases: ReadonlyMap<string, BranchState>;
  /** The latest changes of `merge_bases`, oldest first. */
  readonly base_changes: readonly BaseChange[];
};
