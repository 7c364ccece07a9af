/** @module checked access to list elements, so that a wrong index is a fault and never `undefined`. */

/** Element at `index`; throws `RangeError` outside the list. */
export function at<T>(list: ArrayLike<T>, index: number): T {
  const value = list[index];
  if (value === undefined) {
    throw new RangeError(`index \`${index}\` is outside a list of ${list.length}`);
  }
  return value;
}

/** Element at `index` modulo the length (`-1` is the last one); throws `RangeError` for an empty list. */
export function cyclic<T>(list: ArrayLike<T>, index: number): T {
  const size = list.length;
  return at(list, ((index % size) + size) % size);
}
