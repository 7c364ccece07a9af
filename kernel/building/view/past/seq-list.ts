/** @module seq-list: ledger seqs in order, without repetitions; most are added at one of the ends. */

/** Numbers in ascending order. Adding at an end takes constant time, inserting between others takes time by their number. */
export class SeqList {
  /** In descending order. */
  readonly #low: number[] = [];
  /** In ascending order, all above `#low`. */
  readonly #high: number[] = [];

  get size(): number {
    return this.#low.length + this.#high.length;
  }

  /** Adds a number; one that is in the list already is ignored. */
  add(seq: number): void {
    const top = this.#high.at(-1) ?? this.#low[0] ?? -Infinity;
    const bottom = this.#low.at(-1) ?? this.#high[0] ?? Infinity;
    if (seq > top) this.#high.push(seq);
    else if (seq < bottom) this.#low.push(seq);
    else this.#insert(seq);
  }

  #insert(seq: number): void {
    const first = this.#high[0];
    if (first !== undefined && seq >= first) {
      const at = firstIndex(this.#high, (one) => one >= seq);
      if (this.#high[at] !== seq) this.#high.splice(at, 0, seq);
      return;
    }
    const at = firstIndex(this.#low, (one) => one <= seq);
    if (this.#low[at] !== seq) this.#low.splice(at, 0, seq);
  }

  /** The largest numbers up to `until` and above `after`, at most `limit`, in descending order. */
  upTo(until: number, after: number, limit: number): readonly number[] {
    const found: number[] = [];
    for (let i = firstIndex(this.#high, (one) => one > until) - 1; i >= 0; i -= 1) {
      const seq = this.#high[i];
      if (seq === undefined || seq <= after || found.length === limit) return found;
      found.push(seq);
    }
    for (let i = firstIndex(this.#low, (one) => one <= until); i < this.#low.length; i += 1) {
      const seq = this.#low[i];
      if (seq === undefined || seq <= after || found.length === limit) return found;
      found.push(seq);
    }
    return found;
  }

  clear(): void {
    this.#low.length = 0;
    this.#high.length = 0;
  }
}

/** The first index whose number has a property that all later numbers have; the length if none has. */
function firstIndex(numbers: readonly number[], has: (number: number) => boolean): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const number = numbers[middle];
    if (number !== undefined && has(number)) high = middle;
    else low = middle + 1;
  }
  return low;
}
