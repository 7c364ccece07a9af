/** @module work: bounds the comparisons of one curtain wall, so that the time of a file is proportional to its parts. */

/** Comparisons for each part: real walls need fewer than 2,000. */
const PER_PART = 20_000;

/** The comparisons that are left for a wall. */
export class Work {
  #left: number;

  constructor(parts: number) {
    this.#left = PER_PART * parts;
  }

  /** Counts comparisons; returns false if there are none left. */
  spend(count: number): boolean {
    this.#left -= count;
    return this.#left >= 0;
  }

  /** Whether all comparisons were possible. */
  get isEnough(): boolean {
    return this.#left >= 0;
  }
}
