/** @module compare-text: the order of texts by their UTF-16 code units, which no locale changes. */

/** Negative, 0 or positive, as `toSorted` wants it. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
