/** @module branch products: which product of which file an element of a branch is. */
import type { ImportedProduct } from './imported-products.ts';
import { vectorGet } from './persistent-vector.ts';
import type { BranchState } from './state.ts';

/**
 * The product that the element of an id is on a branch; null if it is none. An element of a revised file is the product of
 * the newest file of the branch that has it. An element that a branch got without its import is that of the newest file.
 */
export function productIn(state: BranchState, id: string): ImportedProduct | null {
  const slot = state.keys.elements.find(id);
  return slot === undefined ? null : productAt(state, slot);
}

function productAt(
  { imports, keys: { products } }: BranchState,
  slot: number,
): ImportedProduct | null {
  for (let i = imports.length - 1; i >= 0; i -= 1) {
    const one = imports[i];
    if (one?.status !== 'active') continue;
    const product = products.at(slot, one.record.file.sha256);
    if (product !== null) return product;
  }
  const { files } = products;
  for (let i = files.length - 1; i >= 0; i -= 1) {
    const product = products.at(slot, files[i] ?? '');
    if (product !== null) return product;
  }
  return null;
}

/**
 * Id of the element of a branch that keeps a GlobalId: the first one that has or had it there, also if it was deleted.
 * Null without one.
 */
export function ownerOfGuid(state: BranchState, guid: string): string | null {
  const { elements, products } = state.keys;
  const owner = products
    .slotsWith(guid)
    .find(
      (slot) =>
        vectorGet(state.entries, slot) !== undefined && productAt(state, slot)?.guid === guid,
    );
  return owner === undefined ? null : elements.keyAt(owner);
}
