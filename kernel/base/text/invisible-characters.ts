/**
 * @module invisible-characters: replaces characters that are invisible, or that change the display of others, with
 * visible escapes.
 */

/**
 * Controls, format characters, line separators, surrogates, private and unassigned code points, default ignorables
 * (joiners, variation selectors, tags, Hangul fillers), spaces other than U+0020, and blank or joining characters that
 * no property covers: Braille blank, object replacement, Tifinagh and Brahmi joiners, Egyptian blanks, Khitan filler,
 * null notehead. A class for regular expressions with the flag `v`.
 */
export const UNSEEN_CLASS = String.raw`[[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u2d7f\u{1107f}\u{13441}\u{13442}\u{16fe4}\u{1d159}]--\x20]`;

const UNSEEN = new RegExp(UNSEEN_CLASS, 'gv');
const STARTS_UNSEEN = new RegExp(`^${UNSEEN_CLASS}`, 'v');

/** A run of combining marks, with the character before it if that is a valid base character. */
const MARKS = new RegExp(String.raw`([[\p{L}\p{N}\p{S}#*]--${UNSEEN_CLASS}]?)(\p{M}+)`, 'gv');

/** Maximum number of consecutive nonspacing marks: no orthography needs more (UTS #39, section 5.4). */
const NONSPACING_MAX = 4;

/** A nonspacing or enclosing mark. */
const NONSPACING = /^[\p{Mn}\p{Me}]$/u;

/**
 * The text with every invisible character replaced. In a run of combining marks, replacement starts at the first mark
 * that has no base character, repeats the mark before it, or is the fifth nonspacing mark in a row. Idempotent if
 * `escape` returns visible characters.
 *
 * @param escape the replacement of one code point (a lone surrogate is one)
 */
export function withoutUnseen(text: string, escape: (character: string) => string): string {
  return text
    .replaceAll(MARKS, (run: string, base: string, marks: string) => {
      const all = Array.from(marks);
      const kept = base === '' ? 0 : keptMarks(all);
      if (kept === all.length) return run;
      // A mark after a replaced one would combine with the escape.
      return `${base}${all.slice(0, kept).join('')}${all.slice(kept).map(escape).join('')}`;
    })
    .replaceAll(UNSEEN, escape);
}

/** Number of leading marks that are kept. */
function keptMarks(marks: readonly string[]): number {
  let inRow = 0;
  for (const [index, mark] of marks.entries()) {
    if (STARTS_UNSEEN.test(mark)) return index;
    inRow = NONSPACING.test(mark) ? inRow + 1 : 0;
    if (inRow > NONSPACING_MAX || (inRow > 1 && mark === marks[index - 1])) return index;
  }
  return marks.length;
}

/** One code point as `\u{…}` with lower-case hexadecimal digits. */
export function codePointEscape(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** One code point as JSON escapes (`\uXXXX`), one for each UTF-16 unit. */
export function jsonEscape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
}
