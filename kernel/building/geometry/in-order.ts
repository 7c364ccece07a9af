/** @module in order: sorts short or already sorted lists with little allocation. */

import { at } from './indexed.ts';

/** The list sorted as by `toSorted`; the same object if it is sorted already. */
export function inOrder<T>(list: readonly T[], compare: (a: T, b: T) => number): readonly T[] {
  for (let i = 1; i < list.length; i++) {
    if (compare(at(list, i - 1), at(list, i)) > 0) {
      return list.length > SHORT ? list.toSorted(compare) : insertionSorted(list, compare);
    }
  }
  return list;
}

/** Up to this length insertion sort is faster than the engine's sort, which allocates a merge buffer. */
const SHORT = 12;

function insertionSorted<T>(list: readonly T[], compare: (a: T, b: T) => number): readonly T[] {
  const sorted = list.slice();
  for (let i = 1; i < sorted.length; i++) {
    const item = at(sorted, i);
    let place = i;
    for (; place > 0 && compare(at(sorted, place - 1), item) > 0; place--) {
      sorted[place] = at(sorted, place - 1);
    }
    sorted[place] = item;
  }
  return sorted;
}

/** Negative, zero or positive if `a` comes before, with or after `b` in UTF-16 order. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Negative, zero or positive if `a` comes before, with or after `b` in UTF-16 order of their ids. */
export function compareIds(a: { readonly id: string }, b: { readonly id: string }): number {
  return compareText(a.id, b.id);
}
