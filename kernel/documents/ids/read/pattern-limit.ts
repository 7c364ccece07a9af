/** @module pattern-limit: the size of all patterns of an IDS file, so that checking with them takes bounded memory. */
import { patternStates } from '../patterns/pattern.ts';
import { attribute } from './read-restriction.ts';
import { isNamed } from './structure.ts';
import type { XmlElement } from './xml-tree.ts';

/** Characters of all different patterns of a file when their counts are written out. */
export const MAX_PATTERN_STATES = 250_000;

/** The patterns of a file are too large: how large, and the element of the first one beyond the limit. */
export type LargePatterns = { readonly states: number; readonly element: XmlElement };

/** Measures the patterns of a file; null if they are within `MAX_PATTERN_STATES`. Each different pattern counts once. */
export function largePatterns(root: XmlElement): LargePatterns | null {
  const sources = new Set<string>();
  let states = 0;
  let element: XmlElement | null = null;
  for (const one of patternsIn(root)) {
    const source = attribute(one, 'value');
    if (source === null || sources.has(source)) continue;
    sources.add(source);
    states += patternStates(source);
    if (states > MAX_PATTERN_STATES) element ??= one;
  }
  return element === null ? null : { states, element };
}

/** The elements `xs:pattern`, in the order of the file. */
function* patternsIn(element: XmlElement): Generator<XmlElement> {
  if (isNamed(element, 'xs:pattern')) yield element;
  for (const one of element.children) yield* patternsIn(one);
}
