/** @module bounded-list: a list that keeps its first rows and counts the others. */
import type { Listed } from './report-data.ts';

/** Collects rows; at most `most` are kept. */
export class BoundedList<Row> {
  readonly #most: number;
  readonly #rows: Row[] = [];
  #total = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether the next row will be kept. */
  get hasRoom(): boolean {
    return this.#rows.length < this.#most;
  }

  /** Adds a row; `row` is called only if it is kept. */
  add(row: () => Row): void {
    this.#total += 1;
    if (this.hasRoom) this.#rows.push(row());
  }

  /** The kept rows and the total. */
  list(): Listed<Row> {
    return { rows: this.#rows, total: this.#total };
  }
}

/** The first rows of a complete list. */
export function firstOf<Row>(rows: readonly Row[], most: number): Listed<Row> {
  return { rows: rows.slice(0, most), total: rows.length };
}
