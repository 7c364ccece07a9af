/** @module branch products: which product of which file each element of a branch is, and which element has a GlobalId. */
import type { BranchImport } from './branch-imports.ts';
import type { ImportedProduct } from './imported-products.ts';
import { vectorGet } from './persistent-vector.ts';
import { type BranchState, elementAt } from './state.ts';

/** Owners are kept for GlobalIds of more slots than this; others are found in constant time. */
const FEW = 8;

/** The products of a state. */
export class BranchProducts {
  readonly #state: BranchState;
  #files: readonly string[] | null = null;
  /** Slot of the owner by GlobalId. */
  readonly #owners = new Map<string, number | null>();

  constructor(state: BranchState) {
    this.#state = state;
  }

  /**
   * The product that the element of an id is, with the GlobalId that its file states; null if it is none. It is that of
   * the newest active import of the branch with the element, else of the newest superseded or undone one, else of the
   * first file on any branch.
   */
  productOf(id: string): ImportedProduct | null {
    const slot = this.#state.keys.elements.find(id);
    return slot === undefined ? null : this.#at(slot);
  }

  /**
   * The same product, whose GlobalId is null if another element has it. The first existing element with a GlobalId has
   * it; if there is none, the first deleted one.
   */
  importedAs(id: string): ImportedProduct | null {
    const product = this.productOf(id);
    if (product?.guid === undefined || product.guid === null) return product;
    const isOwner = this.#ownerOf(product.guid) === this.#state.keys.elements.find(id);
    return isOwner ? product : { ...product, guid: null };
  }

  /** Id of the element that has this GlobalId; null if none has it. */
  withGuid(guid: string): string | null {
    const slot = this.#ownerOf(guid);
    if (slot === null || elementAt(this.#state, slot) === undefined) return null;
    return this.#state.keys.elements.keyAt(slot);
  }

  /** Ids of all elements whose file states this GlobalId, in the order in which the log first named them. */
  idsWithGuid(guid: string): readonly string[] {
    return this.#slotsWith(guid)
      .filter((slot) => elementAt(this.#state, slot) !== undefined)
      .map((slot) => this.#state.keys.elements.keyAt(slot));
  }

  #at(slot: number): ImportedProduct | null {
    const { imports, keys } = this.#state;
    this.#files ??= [...new Set([...filesOf(imports), ...keys.products.files])];
    for (const file of this.#files) {
      const product = keys.products.at(slot, file);
      if (product !== null) return product;
    }
    return null;
  }

  #slotsWith(guid: string): readonly number[] {
    const slots = this.#state.keys.products.slotsWith(guid);
    return slots.filter((slot) => this.#at(slot)?.guid === guid);
  }

  #ownerOf(guid: string): number | null {
    const known = this.#owners.get(guid);
    if (known !== undefined) return known;
    const slots = this.#slotsWith(guid);
    const owner =
      slots.find((slot) => elementAt(this.#state, slot) !== undefined) ??
      slots.find((slot) => vectorGet(this.#state.entries, slot) !== undefined) ??
      null;
    if (slots.length > FEW) this.#owners.set(guid, owner);
    return owner;
  }
}

/** Files of imports: active ones first, then superseded ones, then undone ones, each from the newest on. */
function filesOf(imports: readonly BranchImport[]): readonly string[] {
  const files: string[] = [];
  for (const wanted of ['active', 'superseded', 'reverted'] as const) {
    for (const { record, status } of imports.toReversed()) {
      if (status === wanted) files.push(record.file.sha256);
    }
  }
  return files;
}
