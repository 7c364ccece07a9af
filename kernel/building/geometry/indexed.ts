/** @module checked access to list elements, so that a wrong index is a fault and never `undefined`. */

/** Element at `index`; throws `RangeError` outside the list. */
export function at<T>(list: ArrayLike<T>, index: number): T {
  const value = list[index];
  if (value === undefined) {
    throw outside(list, index);
  }
  return value;
}

/**
 * A list of one value again and again. Not an `Int32Array` or `Float64Array`: of more than 64 bytes these
 * lie outside the engine's own heap, and making them costs more than all that a few walls need them for.
 */
export function filled<T>(length: number, value: T): T[] {
  // oxlint-disable-next-line unicorn/no-new-array -- other ways to make a list of a length take four times as long
  return new Array<T>(length).fill(value);
}

/** As `at`, for integers: a function of its own, because the engine reads one kind of list faster than several. */
export function intAt(list: readonly number[], index: number): number {
  const value = list[index];
  if (value === undefined) {
    throw outside(list, index);
  }
  return value;
}

/** As `at`, for coordinates in a typed array: of two kinds of list in one function each read takes several times as long. */
export function float64At(list: Float64Array, index: number): number {
  const value = list[index];
  if (value === undefined) {
    throw outside(list, index);
  }
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
