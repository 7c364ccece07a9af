/** @module state: the immutable state of a branch after one of its events; keeping it only keeps a reference. */
import type { Element, ElementKind, ElementOf } from '../../kinds/elements.ts';
import { KINDS } from '../../kinds/elements.ts';
import type { Kinds } from '../../kinds/kinds.ts';
import type { BranchImport } from './branch-imports.ts';
import { ImportedProducts } from './imported-products.ts';
import { Manifests } from './manifests.ts';
import type { Keys, ModelIndex } from './persistent-index.ts';
import { emptyIndex } from './persistent-index.ts';
import type { Vector } from './persistent-vector.ts';
import { emptyVector, vectorGet } from './persistent-vector.ts';
import type { Reference } from './references.ts';
import { Slots } from './slots.ts';

/**
 * Element and version of one id. `version` is the ledger seq of the last event that touched the id. It
 * is kept after a deletion (`element` null) and for ids that are not elements (views, runs, branches),
 * because the store checks the versions of all ids.
 */
export type Entry = { readonly element: Element | null; readonly version: number };

/** One branch after one event. */
export type BranchState = {
  readonly keys: Keys;
  readonly entries: Vector<Entry>;
  readonly index: ModelIndex;
  readonly branch_seq: number;
  /** Ledger seq of the last event of the branch, or of its parent at the fork; 0 for an empty main. */
  readonly last_seq: number;
  /** Number of elements, indexed by the number of the kind. */
  readonly counts: readonly number[];
  /** Its reference models, in the order of their imports. */
  readonly references: readonly Reference[];
  readonly imports: readonly BranchImport[];
};

/** Returns empty keys for a model with these kinds. */
export function newKeys(kinds: Kinds = KINDS): Keys {
  return {
    kinds,
    elements: new Slots<string>(),
    cells: new Slots<number>(),
    manifests: new Manifests(),
    products: new ImportedProducts(),
  };
}

/** A branch without events. */
export function emptyState(keys: Keys): BranchState {
  return {
    keys,
    entries: emptyVector(),
    index: emptyIndex(),
    branch_seq: 0,
    last_seq: 0,
    counts: [],
    references: [],
    imports: [],
  };
}

/** Returns the entry of an id; undefined if no event ever touched it. */
export function entryOf(state: BranchState, id: string): Entry | undefined {
  const slot = state.keys.elements.find(id);
  return slot === undefined ? undefined : vectorGet(state.entries, slot);
}

/** Returns the element; undefined if the state has none with this id. */
export function elementIn(state: BranchState, id: string): Element | undefined {
  return entryOf(state, id)?.element ?? undefined;
}

/** Returns the element in a slot; undefined if there is none. */
export function elementAt(state: BranchState, slot: number): Element | undefined {
  return vectorGet(state.entries, slot)?.element ?? undefined;
}

/** Returns whether the element is of the kind. */
export function isKind<K extends ElementKind>(
  element: Element | undefined,
  kind: K,
): element is Element & ElementOf<K> {
  return element?.kind === kind;
}

/** Number of elements of one kind, or of all kinds. */
export function countIn(state: BranchState, kind?: string): number {
  if (kind !== undefined) return state.counts[state.keys.kinds.numberOf(kind)] ?? 0;
  return state.counts.reduce((sum, count) => sum + count, 0);
}
