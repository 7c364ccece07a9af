/** @module state difference: compares two models completely, regardless of how they were created. */
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import type { BaseChange, BranchRecord, ModelState } from '../state/model-state.ts';
import type { Keys, ModelIndex } from '../state/persistent-index.ts';
import type { Node, Vector } from '../state/persistent-vector.ts';
import { forkItems, leafItems } from '../state/persistent-vector.ts';
import type { Reference } from '../state/references.ts';
import type { SlotSet } from '../state/slot-set.ts';
import type { Interner } from '../state/slots.ts';
import type { BranchState } from '../state/state.ts';

/** Compares vectors; pairs of nodes that were found equal are not compared again. */
class Comparison<T> {
  readonly #equal: (a: T, b: T) => boolean;
  readonly #known = new Map<Node<T>, Node<T>>();

  constructor(equal: (a: T, b: T) => boolean) {
    this.#equal = equal;
  }

  readonly same = (a: Vector<T>, b: Vector<T>): boolean =>
    a.shift === b.shift && this.#sameNodes(a.root, b.root);

  #sameNodes(a: Node<T> | undefined, b: Node<T> | undefined): boolean {
    if (a === undefined || b === undefined) return a === b;
    if (this.#known.get(a) === b) return true;
    if (!this.#sameItems(a, b)) return false;
    this.#known.set(a, b);
    return true;
  }

  #sameItems(a: Node<T>, b: Node<T>): boolean {
    if (a.leaf && b.leaf) return every(leafItems(a), leafItems(b), this.#equal);
    if (a.leaf || b.leaf) return false;
    return every(forkItems(a), forkItems(b), (one, other) => this.#sameNodes(one, other));
  }
}

function every<I>(
  a: readonly (I | undefined)[],
  b: readonly (I | undefined)[],
  equal: (a: I, b: I) => boolean,
): boolean {
  return a.every((one, i) => {
    const other = b[i];
    return one === undefined || other === undefined ? one === other : equal(one, other);
  });
}

/** Compares states of two models. */
class StateComparison {
  readonly #entries = new Comparison<object>(deepEqual);
  readonly #words = new Comparison<number>((a, b) => a === b);
  readonly #sets = new Comparison<SlotSet>(this.#words.same);
  readonly #lists = new Comparison<object>(deepEqual);

  /** Names the first part that differs; null if the states are equal. */
  difference(a: BranchState, b: BranchState): string | null {
    if (a.branch_seq !== b.branch_seq || a.last_seq !== b.last_seq) return 'its counters';
    if (!this.#entries.same(a.entries, b.entries)) return 'its elements or their versions';
    if (!deepEqual(a.counts, b.counts)) return 'the numbers of its elements';
    if (!this.#sameReferences(a.references, b.references)) return 'its reference models';
    if (!deepEqual(a.imports, b.imports)) return 'its imports';
    return this.#sameIndex(a.index, b.index) ? null : 'its indexes';
  }

  #sameReferences(a: readonly Reference[], b: readonly Reference[]): boolean {
    return (
      a.length === b.length &&
      a.every(({ import_id, name, elements, slots }, i) => {
        const other = b[i];
        return (
          other !== undefined &&
          deepEqual([import_id, name, elements], [other.import_id, other.name, other.elements]) &&
          this.#words.same(slots, other.slots)
        );
      })
    );
  }

  #sameIndex(a: ModelIndex, b: ModelIndex): boolean {
    const sets = (['byKind', 'byLevel', 'byTop'] as const).every((name) =>
      this.#sets.same(a[name], b[name]),
    );
    const grids = (['walls', 'bodies', 'heads', 'tall'] as const).every(
      (name) =>
        this.#lists.same(a.grids[name].cells, b.grids[name].cells) &&
        this.#lists.same(a.grids[name].levels, b.grids[name].levels),
    );
    const same = sets && grids && a.thickest_wall_mm === b.thickest_wall_mm;
    return same && this.#lists.same(a.hosted, b.hosted);
  }
}

function sameKeys<K>(a: Interner<K>, b: Interner<K>): boolean {
  if (a.size !== b.size) return false;
  for (let slot = 0; slot < a.size; slot++) {
    const key = a.keyAt(slot);
    if (key !== b.keyAt(slot) || a.find(key) !== slot) return false;
  }
  return true;
}

function sameProducts(a: Keys, b: Keys): boolean {
  const { files } = a.products;
  if (!deepEqual(files, b.products.files)) return false;
  for (let slot = 0; slot < a.elements.size; slot++) {
    if (files.some((file) => !deepEqual(a.products.at(slot, file), b.products.at(slot, file)))) {
      return false;
    }
  }
  return true;
}

/** Describes the first difference of two models in words; null if they are equal. */
export function stateDifference(a: ModelState, b: ModelState): string | null {
  if (a.last_seq !== b.last_seq) return 'the last event';
  if (!sameKeys(a.keys.elements, b.keys.elements) || !sameKeys(a.keys.cells, b.keys.cells)) {
    return 'the ids';
  }
  if (!sameProducts(a.keys, b.keys)) return 'the products of imported elements';
  if (a.branches.length !== b.branches.length) return 'the branches';
  const states = new StateComparison();
  for (const [i, branch] of a.branches.entries()) {
    const found = branchDifference(branch, b.branches[i], states);
    if (found !== null) return found;
  }
  if (a.merge_bases.size !== b.merge_bases.size) return 'the merges';
  for (const [key, state] of a.merge_bases) {
    const other = b.merge_bases.get(key);
    if (other === undefined || states.difference(state, other) !== null) return 'the merges';
  }
  if (!sameChanges(a.base_changes, b.base_changes, states)) return 'the undone merges';
  return null;
}

/** Whether two models can take back the same merges. */
function sameChanges(
  a: readonly BaseChange[],
  b: readonly BaseChange[],
  states: StateComparison,
): boolean {
  const isSame = (one: BranchState | null, other: BranchState | null): boolean =>
    one === null || other === null ? one === other : states.difference(one, other) === null;
  if (a.length !== b.length) return false;
  return a.every(({ from, to, ...change }, i) => {
    const other = b[i];
    if (other === undefined) return false;
    const { from: from_b, to: to_b, ...about } = other;
    return deepEqual(change, about) && isSame(from, from_b) && isSame(to, to_b);
  });
}

function branchDifference(
  a: BranchRecord,
  b: BranchRecord | undefined,
  states: StateComparison,
): string | null {
  if (
    a.name !== b?.name ||
    a.parent !== b.parent ||
    a.from_seq !== b.from_seq ||
    a.status !== b.status
  ) {
    return 'the branches';
  }
  const found = states.difference(a.fork, b.fork) ?? states.difference(a.state, b.state);
  return found === null ? null : `branch \`${a.name}\`: ${found}`;
}
