/** @module stored numbers: validates values read from JSON as numbers. */
import { SnapshotFault } from './snapshot-fault.ts';

/** Returns the value as a number. Throws `SnapshotFault` for any other type. */
export function numberIn(value: unknown): number {
  if (typeof value === 'number') return value;
  throw new SnapshotFault('expected a number');
}

/** Returns the value as a list of numbers. Throws `SnapshotFault` for any other type. */
export function numbersIn(value: unknown): readonly number[] {
  if (Array.isArray(value)) return value.map(numberIn);
  throw new SnapshotFault('expected a list of numbers');
}

/** A set of numbers, stored as bits. */
export class NumberSet {
  readonly #words: Uint32Array;

  constructor(words: Uint32Array) {
    this.#words = words;
  }

  has(number: number): boolean {
    return (((this.#words[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1;
  }
}

/** Returns the words of a `NumberSet` for numbers below `size`. */
export function wordsOf(numbers: Iterable<number>, size: number): Uint32Array {
  const words = new Uint32Array(Math.ceil(size / 32));
  for (const number of numbers) {
    const at = number >>> 5;
    words[at] = (words[at] ?? 0) | (1 << (number & 31));
  }
  return words;
}
