/** @module name search: finds elements by name. */
import { foldName } from '../../base/text/fold-name.ts';
import type { Element } from '../kinds/elements.ts';

const folded = new WeakMap<Element, string | null>();

/** The normalized name for comparison; null for an element without one. */
function comparedName(element: Element): string | null {
  const known = folded.get(element);
  if (known !== undefined) return known;
  const name = 'name' in element.params ? element.params.name : null;
  const compared = name === null ? null : foldName(name);
  folded.set(element, compared);
  return compared;
}

/** The elements whose name a person would read as the given name, in the given order. */
export function namedLike(elements: Iterable<Element>, name: string): readonly Element[] {
  const searched = foldName(name);
  const found: Element[] = [];
  for (const element of elements) {
    if (comparedName(element) === searched) found.push(element);
  }
  return found;
}
