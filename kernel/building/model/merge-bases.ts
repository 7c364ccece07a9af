/** @module merge bases: the last common states of branches that were merged, also after merges that were undone. */
import type { StoredEvent } from '../../../schemas/events.ts';
import type { BaseChange, ModelState } from './state/model-state.ts';
import type { BranchState } from './state/state.ts';

/** Maximum number of changes that an undo or a restore can take back; of older ones the result stays. */
const CHANGES_KEPT = 64;

/**
 * The last common state of each pair of branches: the state of the source at their last merge, in either direction, that was
 * neither undone nor taken back by a restore. A merge after that therefore brings the same changes again.
 */
export class MergeBases {
  readonly #bases: Map<string, BranchState>;
  #changes: readonly BaseChange[];

  constructor({ merge_bases, base_changes }: Pick<ModelState, 'merge_bases' | 'base_changes'>) {
    this.#bases = new Map(merge_bases);
    this.#changes = base_changes;
  }

  /** The values of which the state of the model consists. */
  get state(): Pick<ModelState, 'merge_bases' | 'base_changes'> {
    return { merge_bases: new Map(this.#bases), base_changes: this.#changes };
  }

  /** The last common state of two branches by their merges; null if no merge of the two counts. */
  of(a: string, b: string): BranchState | null {
    return this.#bases.get(pairKey(a, b)) ?? null;
  }

  /** Applies the next event of the ledger. `merged`: for a merge, the source and its state. */
  apply(
    event: StoredEvent,
    merged: { readonly source: string; readonly state: BranchState } | null,
  ): void {
    if (merged !== null) {
      this.#set(pairKey(merged.source, event.branch), merged.state, event);
    } else if (event.type === 'event.reverted') {
      const { operation_id } = event.payload;
      this.#takeBack(event, (change) => change.operation_id === operation_id);
    } else if (event.type === 'branch.restored') {
      const { to_seq } = event.payload;
      this.#takeBack(event, ({ branch, seq }) => branch === event.branch && seq > to_seq);
    }
  }

  /** Takes back the changes that an event ends, the last one first, unless a later merge of the pair counts. */
  #takeBack(event: StoredEvent, ends: (change: BaseChange) => boolean): void {
    for (const { pair, from, to } of this.#changes.filter(ends).toReversed()) {
      if ((this.#bases.get(pair) ?? null) === to) this.#set(pair, from, event);
    }
  }

  #set(
    pair: string,
    to: BranchState | null,
    { operation_id, branch, seq }: Pick<StoredEvent, 'operation_id' | 'branch' | 'seq'>,
  ): void {
    const change = { operation_id, branch, seq, pair, from: this.#bases.get(pair) ?? null, to };
    if (to === null) this.#bases.delete(pair);
    else this.#bases.set(pair, to);
    this.#changes = [...this.#changes, change].slice(-CHANGES_KEPT);
  }
}

function pairKey(a: string, b: string): string {
  return a < b ? `${a}\n${b}` : `${b}\n${a}`;
}
