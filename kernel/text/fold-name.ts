/** @module fold-name: a name as it is compared with others, whatever its case and spelling in Unicode. */

/** What no display shows: zero-width characters, joiners, marks of direction, variation selectors. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * The name in compatibility form (NFKC) with its case folded and without what nobody sees: characters that are not
 * displayed, and spaces at its ends. Two names that a person reads as one have the same.
 * Lower, upper and lower case again, so that `ẞ` and `ß` are `ss` and `ς` is `σ`. The same in every locale.
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
