/** @module state: everything a branch is after one of its events; a value, so keeping it is keeping a pointer. */
import type { Element, ElementKind, ElementOf } from '../../kinds/elements.ts';
import { KINDS } from '../../kinds/elements.ts';
import type { Kinds } from '../../kinds/kinds.ts';
import type { Keys, ModelIndex } from './persistent-index.ts';
import { emptyIndex } from './persistent-index.ts';
import type { Vector } from './persistent-vector.ts';
import { emptyVector, vectorGet } from './persistent-vector.ts';
import { Slots } from './slots.ts';

/**
 * What is known of one id. `version` is the ledger seq of the last event that touched it, kept after a
 * deletion (`element` null) and for ids that are no elements (views, runs, branches): the store checks
 * versions of all of them.
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
  /** By number of the kind. */
  readonly counts: readonly number[];
};

/** Fresh keys for a model of elements of these kinds. */
export function newKeys(kinds: Kinds = KINDS): Keys {
  return { kinds, elements: new Slots<string>(), cells: new Slots<number>() };
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
  };
}

/** What is known of an id, undefined when nothing ever touched it. */
export function entryOf(state: BranchState, id: string): Entry | undefined {
  const slot = state.keys.elements.find(id);
  return slot === undefined ? undefined : vectorGet(state.entries, slot);
}

/** The element, undefined when the state has none of this id. */
export function elementIn(state: BranchState, id: string): Element | undefined {
  return entryOf(state, id)?.element ?? undefined;
}

/** The element in a slot, undefined when there is none. */
export function elementAt(state: BranchState, slot: number): Element | undefined {
  return vectorGet(state.entries, slot)?.element ?? undefined;
}

/** Whether the element is of the kind. */
export function isKind<K extends ElementKind>(
  element: Element | undefined,
  kind: K,
): element is Element & ElementOf<K> {
  return element?.kind === kind;
}

/** Number of elements of a kind, or of all. */
export function countIn(state: BranchState, kind?: string): number {
  if (kind !== undefined) return state.counts[state.keys.kinds.numberOf(kind)] ?? 0;
  return state.counts.reduce((sum, count) => sum + count, 0);
}
