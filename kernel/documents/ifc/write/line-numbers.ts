/**
 * @module line numbers: the number of each line of a file, so that what is made, changed or deleted moves no other.
 *
 * What has a place of its own (an element by its place in the log) has a page of numbers at that place. Who needs more
 * gets further pages, each where the hash of its place and count says, in a table beside the first pages that is as large
 * as they are; where that is full, behind it.
 */
import { Buffer } from 'node:buffer';

/** Numbers of one page: what most elements need. */
export const PAGE = 64;
/** Slots that are tried for a further page, and the least size of the table. */
const [TRIES, TABLE_LEAST] = [16, 1024];

/** Where the next number of one owner comes from. */
export type Numbers = {
  /** What further pages are found by. */
  readonly place: number;
  next: number;
  /** The first number that is no longer its own. */
  end: number;
  pages: number;
};

/** Gives pages; those that were given since `mark` can be taken back. */
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
    let table = TABLE_LEAST;
    while (table < places) table *= 2;
    this.#table = table;
  }

  /** The numbers of a place: its own page first. */
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

  /** From here on pages can be taken back. */
  mark(): void {
    this.#since.length = 0;
    this.#marked = this.#beyond;
  }

  /** Takes back the pages given since `mark`. */
  back(): void {
    for (const slot of this.#since) this.#taken.delete(slot);
    this.#beyond = this.#marked;
    this.mark();
  }
}

/** FNV-1a over the bytes of two numbers, and a last mixing: near places have far slots. */
function mixed(a: number, b: number): number {
  const bytes = Buffer.alloc(8);
  bytes.writeInt32LE(a, 0);
  bytes.writeInt32LE(b, 4);
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 12)) >>> 0;
}
