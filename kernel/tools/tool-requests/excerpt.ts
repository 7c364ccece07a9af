/** @module excerpt: cuts an exact excerpt from a text. */

/** An exact part of a source text; `offset` is its position in UTF-16 units. */
export type Excerpt = { readonly text: string; readonly offset: number };

/** Longest excerpt, in UTF-16 units. */
export const EXCERPT_UNITS = 600;
/** Context before a hit, in UTF-16 units. */
const BEFORE_UNITS = 120;

/** The part of a text around the hit at `at`; never splits a surrogate pair. */
export function excerptAt(text: string, at: number): Excerpt {
  const wanted = Math.max(0, Math.min(at - BEFORE_UNITS, text.length - EXCERPT_UNITS));
  const offset = isInsidePair(text, wanted) ? wanted + 1 : wanted;
  const end = Math.min(text.length, offset + EXCERPT_UNITS);
  return { text: text.slice(offset, isInsidePair(text, end) ? end - 1 : end), offset };
}

function isInsidePair(text: string, at: number): boolean {
  return /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(at));
}
