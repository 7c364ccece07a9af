/** @module name search: the elements that have a name. */
import type { Element } from '../kinds/elements.ts';
import { foldName } from '../text/fold-name.ts';

const folded = new WeakMap<Element, string | null>();

/** The name as it is compared; null for an element without one. */
function comparedName(element: Element): string | null {
  const known = folded.get(element);
  if (known !== undefined) return known;
  const name = 'name' in element.params ? element.params.name : null;
  const compared = name === null ? null : foldName(name);
  folded.set(element, compared);
  return compared;
}

/** Those of the elements whose name a person reads as this one, in their order. */
export function namedLike(elements: Iterable<Element>, name: string): readonly Element[] {
  const wanted = foldName(name);
  const found: Element[] = [];
  for (const element of elements) {
    if (comparedName(element) === wanted) found.push(element);
  }
  return found;
}
