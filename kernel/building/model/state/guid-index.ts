/** @module guid-index: the rows of a column of GlobalIds by GlobalId. */
import { Buffer } from 'node:buffer';

/** Characters of a GlobalId, each of which is a byte of the column. */
export const GUID_CHARS = 22;

/** The index of a column that does not change: 12 to 20 bytes for each row. It is built in linear time. */
export class GuidIndex {
  readonly #guids: Uint8Array;
  readonly #seed: number;
  /** By the hash of a GlobalId, with linear probing: its first row, counted from 1; 0 for a free place. */
  readonly #places: Uint32Array;
  /** For each row the next one of the same GlobalId, counted from 1; 0 for none. */
  readonly #next: Uint32Array;

  /**
   * @param guids the column, 22 bytes for each row; a row without a GlobalId begins with 0
   * @param file SHA-256 of the file with these GlobalIds. It seeds the hash and changes with each of them, so GlobalIds
   * that share a place are hard to choose.
   */
  constructor(guids: Uint8Array, file: string) {
    this.#seed = Number.parseInt(file.slice(0, 8), 16);
    const rows = guids.length / GUID_CHARS;
    this.#guids = guids;
    this.#places = new Uint32Array(2 ** Math.ceil(Math.log2(2 * rows + 2)));
    this.#next = new Uint32Array(rows);
    for (let row = rows - 1; row >= 0; row -= 1) {
      const start = row * GUID_CHARS;
      if ((guids[start] ?? 0) === 0) continue;
      const place = this.#placeOf(guids, start);
      this.#next[row] = this.#places[place] ?? 0;
      this.#places[place] = row + 1;
    }
  }

  /** The rows with this GlobalId of 22 characters, ascending. */
  rowsWith(guid: string): readonly number[] {
    const found: number[] = [];
    let row = this.#places[this.#placeOf(Buffer.from(guid, 'latin1'), 0)] ?? 0;
    for (; row > 0; row = this.#next[row - 1] ?? 0) found.push(row - 1);
    return found;
  }

  /** The place of a GlobalId, or the free one that it would have. */
  #placeOf(bytes: Uint8Array, start: number): number {
    const mask = this.#places.length - 1;
    for (let place = guidHash(bytes, start, this.#seed) & mask; ; place = (place + 1) & mask) {
      const row = this.#places[place] ?? 0;
      if (row === 0 || isSame(bytes, start, this.#guids, (row - 1) * GUID_CHARS)) return place;
    }
  }
}

function isSame(a: Uint8Array, a_start: number, b: Uint8Array, b_start: number): boolean {
  for (let n = 0; n < GUID_CHARS; n += 1) if (a[a_start + n] !== b[b_start + n]) return false;
  return true;
}

/** FNV-1a hash of the GlobalId at `start`, 32 bits, from a seed of 32 bits. */
export function guidHash(bytes: Uint8Array, start: number, seed: number): number {
  let hash = 0x81_1c_9d_c5 ^ seed;
  for (let i = start; i < start + GUID_CHARS; i += 1) {
    hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01_00_01_93);
  }
  return hash >>> 0;
}
