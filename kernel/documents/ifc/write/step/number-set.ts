/** @module number-set: a set of line numbers. */

/** A set of line numbers with one byte for each number, because there may be millions. */
export class NumberSet {
  #bytes = new Uint8Array(1 << 16);

  has(number: number): boolean {
    return this.#bytes[number] === 1;
  }

  add(number: number): void {
    if (number >= this.#bytes.length) {
      const larger = new Uint8Array(2 * number);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[number] = 1;
  }

  delete(number: number): void {
    this.#bytes[number] = 0;
  }
}
