/** @module stored keys: lookup of ids and grid cells by slot and back, without reading all of them. */
import type { KeyTable } from '../state/slots.ts';
import { bytesOf, type Sections } from './sections.ts';
import { SnapshotFault } from './snapshot-fault.ts';
import { TextPool, TextPoolWriter } from './text-pool.ts';

/** FNV-1a hash, 32 bits, over UTF-16 code units. */
const FNV_START = 0x81_1c_9d_c5;
const FNV_PRIME = 0x01_00_01_93;

function hashOf(text: string): number {
  let hash = FNV_START;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME);
  return hash >>> 0;
}

/** Number of places in the hash table: a power of two, at least twice the number of keys. */
function placesFor(keys: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(2, 2 * keys)));
}

/** Returns the sections that `IdTable` reads under the same name. */
export function idSections(
  ids: KeyTable<string>,
  name: string,
): readonly (readonly [name: string, bytes: Uint8Array])[] {
  const pool = new TextPoolWriter();
  const hashes = new Uint32Array(ids.size);
  const places = new Uint32Array(placesFor(ids.size));
  const mask = places.length - 1;
  for (let slot = 0; slot < ids.size; slot++) {
    const id = ids.keyAt(slot);
    pool.add(id);
    const hash = hashOf(id);
    hashes[slot] = hash;
    let at = hash & mask;
    while (places[at] !== 0) at = (at + 1) & mask;
    places[at] = slot + 1;
  }
  return [
    ...pool.sections(name),
    [`${name}.hashes`, bytesOf(hashes)],
    [`${name}.places`, bytesOf(places)],
  ];
}

/** Ids by slot, and slots by id in a hash table with linear probing. */
export class IdTable implements KeyTable<string> {
  readonly #pool: TextPool;
  readonly #hashes: Uint32Array;
  /** Slot + 1; 0 for an empty place. */
  readonly #places: Uint32Array;

  constructor(sections: Sections, name: string) {
    this.#pool = new TextPool(sections, name);
    this.#hashes = sections.numbers(`${name}.hashes`);
    this.#places = sections.numbers(`${name}.places`);
    if (this.#hashes.length !== this.size || this.#places.length !== placesFor(this.size)) {
      throw new SnapshotFault('ids and their places do not match');
    }
  }

  get size(): number {
    return this.#pool.size;
  }

  keyAt(slot: number): string {
    return this.#pool.text(slot);
  }

  find(id: string): number | undefined {
    const hash = hashOf(id);
    const mask = this.#places.length - 1;
    for (let at = hash & mask, looked = 0; looked <= mask; at = (at + 1) & mask, looked++) {
      const place = this.#places[at] ?? 0;
      if (place === 0) return undefined;
      if (this.#hashes[place - 1] === hash && this.#pool.text(place - 1) === id) return place - 1;
    }
    return undefined;
  }
}

/** Returns the cells by slot. Cell keys are signed 32-bit integers. */
export function cellNumbers(cells: KeyTable<number>): Uint32Array {
  const numbers = new Uint32Array(cells.size);
  for (let slot = 0; slot < cells.size; slot++) numbers[slot] = cells.keyAt(slot);
  return numbers;
}

/** Cells by slot, and slots by cell in a map that is built on first use; there are few enough cells for that. */
export class CellTable implements KeyTable<number> {
  readonly #cells: Uint32Array;
  #slots: ReadonlyMap<number, number> | null = null;

  constructor(cells: Uint32Array) {
    this.#cells = cells;
  }

  get size(): number {
    return this.#cells.length;
  }

  keyAt(slot: number): number {
    const cell = this.#cells[slot];
    if (cell === undefined) throw new RangeError(`slot \`${slot}\` was never assigned`);
    return cell | 0;
  }

  find(cell: number): number | undefined {
    this.#slots ??= slotsOfCells(this.#cells);
    return this.#slots.get(cell);
  }
}

function slotsOfCells(cells: Uint32Array): ReadonlyMap<number, number> {
  const slots = new Map<number, number>();
  for (let slot = 0; slot < cells.length; slot++) slots.set((cells[slot] ?? 0) | 0, slot);
  return slots;
}
