/** @module imported-products: for each imported element, the product of the file that it is: GlobalId, record, file. */
import { Buffer } from 'node:buffer';

import type { ManifestProduct } from '../../../base/manifest/manifest-elements.ts';
import { GUID_CHARS, GuidIndex } from './guid-index.ts';

/** The product of a file that an imported element is. */
export type ImportedProduct = {
  /** GlobalId; null if the file states none that is well formed. */
  readonly guid: string | null;
  /** Number of the product in the file (`#n`). */
  readonly record: number;
  /** SHA-256 of the file. */
  readonly file: string;
};

/**
 * The products of a model by the slots of their elements and by file, shared by all branches: an element is one product of
 * a file, and another one of a revision of the file.
 */
export interface ProductTable {
  /** SHA-256 of the files of products, in the order in which they were noted. */
  readonly files: readonly string[];
  /**
   * Notes the products of elements in a file; null for an element without one. A slot keeps the first product of a file.
   * Returns whether the table has them now.
   */
  note(
    slots: readonly number[],
    products: readonly (ManifestProduct | null)[],
    file: string,
  ): boolean;
  /** The product of a file that an element is; null if it is none. */
  at(slot: number, file: string): ImportedProduct | null;
  /** Slots of the elements with this GlobalId in any file, ascending. */
  slotsWith(guid: string): readonly number[];
}

/** The products of one file as they are stored: the arrays begin at the slot `from`; the record 0 is no product. */
export type StoredProducts = {
  readonly file: string;
  readonly from: number;
  readonly records: Float64Array;
  readonly guids: Uint8Array;
};

/** A GlobalId in the base 64 of IFC: 128 bits. */
const GUID = /^[0-3][0-9A-Za-z_$]{21}$/u;
const MIN_SLOTS = 64;

/** The products of one file: 30 bytes for each element, in arrays. */
class FileProducts {
  readonly file: string;
  #from: number;
  #records: Float64Array;
  #guids: Uint8Array;
  /** False while the arrays are those of a snapshot, which must not change. */
  #isOwned: boolean;
  /** Null after a change. */
  #index: GuidIndex | null = null;

  constructor(file: string, stored: StoredProducts | null = null) {
    this.file = file;
    this.#from = stored?.from ?? 0;
    this.#records = stored?.records ?? new Float64Array();
    this.#guids = stored?.guids ?? new Uint8Array();
    this.#isOwned = stored === null;
  }

  note(slots: readonly number[], products: readonly (ManifestProduct | null)[]): void {
    if (products.length === 0) return;
    this.#provide(slots);
    for (const [i, slot] of slots.entries()) {
      const product = products[i] ?? null;
      const at = slot - this.#from;
      if (product === null || this.#records[at] !== 0) continue;
      this.#records[at] = product.record;
      const { guid } = product;
      if (guid === null || !GUID.test(guid)) continue;
      for (let n = 0; n < GUID_CHARS; n += 1) {
        this.#guids[at * GUID_CHARS + n] = guid.charCodeAt(n);
      }
    }
    this.#index = null;
  }

  at(slot: number): ImportedProduct | null {
    const at = slot - this.#from;
    const record = this.#records[at] ?? 0;
    return record === 0 ? null : { guid: this.#guidAt(at), record, file: this.file };
  }

  slotsWith(guid: string): readonly number[] {
    this.#index ??= new GuidIndex(this.#guids, this.file);
    return this.#index.rowsWith(guid).map((at) => at + this.#from);
  }

  get stored(): StoredProducts {
    return { file: this.file, from: this.#from, records: this.#records, guids: this.#guids };
  }

  #guidAt(at: number): string | null {
    const start = at * GUID_CHARS;
    if ((this.#guids[start] ?? 0) === 0) return null;
    const { buffer, byteOffset } = this.#guids;
    return Buffer.from(buffer, byteOffset + start, GUID_CHARS).toString('latin1');
  }

  /** Makes room for the slots in arrays of its own. */
  #provide(slots: readonly number[]): void {
    let [low, high] = [Infinity, -1];
    for (const slot of slots) [low, high] = [Math.min(low, slot), Math.max(high, slot)];
    if (high < 0) return;
    const { length } = this.#records;
    const from = length === 0 ? low : Math.min(low, this.#from);
    const needed = Math.max(high + 1, length === 0 ? 0 : this.#from + length) - from;
    if (this.#isOwned && from === this.#from && needed <= length) return;
    const room = needed <= length ? needed : Math.max(MIN_SLOTS, needed);
    const shift = length === 0 ? 0 : this.#from - from;
    const records = new Float64Array(room);
    const guids = new Uint8Array(room * GUID_CHARS);
    records.set(this.#records, shift);
    guids.set(this.#guids, shift * GUID_CHARS);
    [this.#records, this.#guids] = [records, guids];
    this.#from = from;
    this.#isOwned = true;
  }
}

/** The products of committed imports, by file. */
export class ImportedProducts implements ProductTable {
  readonly #byFile: Map<string, FileProducts>;

  constructor(stored: readonly StoredProducts[] = []) {
    this.#byFile = new Map(stored.map((one) => [one.file, new FileProducts(one.file, one)]));
  }

  get files(): readonly string[] {
    return [...this.#byFile.keys()];
  }

  note(
    slots: readonly number[],
    products: readonly (ManifestProduct | null)[],
    file: string,
  ): boolean {
    const known = this.#byFile.get(file) ?? new FileProducts(file);
    this.#byFile.set(file, known);
    known.note(slots, products);
    return true;
  }

  at(slot: number, file: string): ImportedProduct | null {
    return this.#byFile.get(file)?.at(slot) ?? null;
  }

  slotsWith(guid: string): readonly number[] {
    if (!GUID.test(guid)) return [];
    const found = new Set<number>();
    for (const one of this.#byFile.values()) {
      for (const slot of one.slotsWith(guid)) found.add(slot);
    }
    return [...found].toSorted((a, b) => a - b);
  }

  /** The arrays, which must not change as long as they are used. */
  get stored(): readonly StoredProducts[] {
    return [...this.#byFile.values()].map((one) => one.stored);
  }
}

/** The products that a dry run sees: those of the base at its creation. Products of planned imports are not noted. */
export class PlannedProducts implements ProductTable {
  readonly #base: ProductTable;
  readonly #end: number;

  /** @param end slots from here on are those of the dry run */
  constructor(base: ProductTable, end: number) {
    this.#base = base;
    this.#end = end;
  }

  note(): boolean {
    return false;
  }

  get files(): readonly string[] {
    return this.#base.files;
  }

  at(slot: number, file: string): ImportedProduct | null {
    return slot < this.#end ? this.#base.at(slot, file) : null;
  }

  slotsWith(guid: string): readonly number[] {
    return this.#base.slotsWith(guid).filter((slot) => slot < this.#end);
  }
}
