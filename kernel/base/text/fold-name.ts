/** @module fold-name: the form in which names are compared, independent of case and Unicode form. */

/** Characters that are not displayed: zero-width characters, joiners, direction marks, variation selectors. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * The name in compatibility form (NFKC) with folded case, without invisible characters and without spaces at its ends:
 * most names that look equal to a person have the same form. Independent of the locale. The case is changed to lower,
 * upper and lower again, so that `ẞ` and `ß` become `ss` and `ς` becomes `σ`.
 */
export function foldName(name: string): string {
  return name
    .replaceAll(INVISIBLE, '')
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .trim();
}
