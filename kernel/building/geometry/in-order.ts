/** @module in order: sorting for lists that are short or mostly in order already, without making new ones. */
import { at } from './indexed.ts';

/** The list sorted as `toSorted` does; the very same list when it is in order already. */
export function inOrder<T>(list: readonly T[], compare: (a: T, b: T) => number): readonly T[] {
  for (let i = 1; i < list.length; i++) {
    if (compare(at(list, i - 1), at(list, i)) > 0) {
      return list.length > SHORT ? list.toSorted(compare) : inserted(list, compare);
    }
  }
  return list;
}

/** Up to this length insertion is faster than the engine's sort, which first makes room for merging. */
const SHORT = 12;

function inserted<T>(list: readonly T[], compare: (a: T, b: T) => number): readonly T[] {
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

/** Negative, zero or positive as `a` comes before, at or after `b` in UTF-16 order. */
export function compareIds(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** Puts `item` at `place`, moving what follows; `splice` would make a list of what it removes. */
export function insertAt<T>(list: T[], place: number, item: T): void {
  list.push(item);
  list.copyWithin(place + 1, place, list.length - 1);
  list[place] = item;
}
