/**
 * @module line numbers: assigns the line numbers of a file so that creating, changing or deleting one entity leaves the
 * numbers of all others unchanged.
 *
 * Each owner has a place (for an element: its position in the log) with a first page of numbers. An owner that needs
 * more numbers gets further pages in a table after the first pages; the table is at least as large as these. A hash of
 * the place and the page count selects a slot for each further page. If none of the slots tried is free, the page is
 * appended after the table.
 */
import { Buffer } from 'node:buffer';

/** Numbers in one page: enough for most elements. */
export const PAGE = 64;
/** Number of slots that are tried for a further page, and the minimum size of the table. */
const [TRIES, MIN_TABLE] = [16, 1024];

/** State of the numbers of one owner. */
export type Numbers = {
  /** The place of the owner, from which its further pages are derived. */
  readonly place: number;
  next: number;
  /** The first number after the current page. */
  end: number;
  pages: number;
};

/** Allocates pages. Pages allocated since `mark` can be released with `back`. */
export class LineNumbers {
  readonly #first: number;
  readonly #table: number;
  readonly #taken = new Set<number>();
  readonly #since: number[] = [];
  #beyond = 0;
  #marked = 0;

  /** Pages begin at number `first`; places are below `places`. */
  constructor(first: number, places: number) {
    this.#first = first;
    let table = MIN_TABLE;
    while (table < places) table *= 2;
    this.#table = table;
  }

  /** The numbers of a place, starting with its first page. */
  at(place: number): Numbers {
    const next = this.#first + place * PAGE;
    return { place, next, end: next + PAGE, pages: 0 };
  }

  /** The next number of an owner. */
  take(numbers: Numbers): number {
    if (numbers.next === numbers.end) {
      numbers.pages += 1;
      numbers.next = this.#first + (this.#table + this.#page(numbers)) * PAGE;
      numbers.end = numbers.next + PAGE;
    }
    const number = numbers.next;
    numbers.next += 1;
    return number;
  }

  #page({ place, pages }: Numbers): number {
    const hash = mixed(place, pages);
    for (let i = 0; i < TRIES; i++) {
      const slot = (hash + i) & (this.#table - 1);
      if (this.#taken.has(slot)) continue;
      this.#taken.add(slot);
      this.#since.push(slot);
      return slot;
    }
    this.#beyond += 1;
    return this.#table + this.#beyond - 1;
  }

  /** Starts recording allocated pages, so that `back` can release them. */
  mark(): void {
    this.#since.length = 0;
    this.#marked = this.#beyond;
  }

  /** Releases the pages allocated since `mark`. */
  back(): void {
    for (const slot of this.#since) this.#taken.delete(slot);
    this.#beyond = this.#marked;
    this.mark();
  }
}

/** FNV-1a over the bytes of two numbers, with a final mixing step so that neighbouring places get distant slots. */
function mixed(a: number, b: number): number {
  const bytes = Buffer.alloc(8);
  bytes.writeInt32LE(a, 0);
  bytes.writeInt32LE(b, 4);
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 12)) >>> 0;
}
