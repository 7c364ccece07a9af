/** @module excerpt: an exact part of a text. */

/** `offset` in UTF-16 units of the source. */
export type Excerpt = { readonly text: string; readonly offset: number };

/** Longest excerpt, in UTF-16 units. */
export const EXCERPT_UNITS = 600;
const BEFORE_UNITS = 120;

/** The part of a text around a hit; no surrogate pair is split. */
export function excerptAt(text: string, at: number): Excerpt {
  const wanted = Math.max(0, Math.min(at - BEFORE_UNITS, text.length - EXCERPT_UNITS));
  const offset = isInsidePair(text, wanted) ? wanted + 1 : wanted;
  const end = Math.min(text.length, offset + EXCERPT_UNITS);
  return { text: text.slice(offset, isInsidePair(text, end) ? end - 1 : end), offset };
}

function isInsidePair(text: string, at: number): boolean {
  return /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(at));
}
