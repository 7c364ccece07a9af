/** @module indexed: checked element access: a wrong index throws instead of reading `undefined`. */

/** Element at `index`; throws `RangeError` outside the list. */
export function at<T>(list: ArrayLike<T>, index: number): T {
  const value = list[index];
  if (value === undefined) throw outside(list, index);
  return value;
}

/**
 * A list that repeats one value. Not a typed array: those above 64 bytes are allocated outside V8's heap, which costs
 * more than all work on the lists of a few walls.
 */
export function filled<T>(length: number, value: T): T[] {
  // oxlint-disable-next-line unicorn/no-new-array -- other ways to make a list of a length take four times as long
  return new Array<T>(length).fill(value);
}

/** `at` for integers: a separate function, because V8 reads a single kind of list faster than several. */
export function intAt(list: readonly number[], index: number): number {
  const value = list[index];
  if (value === undefined) throw outside(list, index);
  return value;
}

/** Fractions, so that V8 stores integers in copies of the list as doubles too. */
const FRACTIONS = [0.5];

/**
 * A list of doubles with `length` elements; assign each before reading it. In V8 it is one object with 8 bytes per
 * element, while a typed array consists of three objects of about 200 bytes in addition to its elements.
 */
export function doubles(length: number): number[] {
  while (FRACTIONS.length < length) FRACTIONS.push(0.5);
  return FRACTIONS.slice(0, length);
}

/** `at` for a list made by `doubles`. */
export function doubleAt(list: readonly number[], index: number): number {
  const value = list[index];
  if (value === undefined) throw outside(list, index);
  return value;
}

/** `at` for coordinates in a typed array: with two kinds of list in one function each read is several times slower. */
export function float64At(list: Float64Array, index: number): number {
  const value = list[index];
  if (value === undefined) throw outside(list, index);
  return value;
}

/** Element at `index` modulo the length (`-1` is the last one); throws `RangeError` for an empty list. */
export function cyclic<T>(list: ArrayLike<T>, index: number): T {
  const size = list.length;
  return at(list, ((index % size) + size) % size);
}

function outside(list: ArrayLike<unknown>, index: number): RangeError {
  return new RangeError(`index \`${index}\` is outside a list of ${list.length}`);
}
