/** @module compare-text: compares strings by UTF-16 code units, independent of the locale. */

/** Negative, 0 or positive, for `toSorted`. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
