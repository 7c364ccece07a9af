/** @module url-text: whether an address means what it says; URL parsing drops and replaces characters silently. */

/**
 * Tab, CR and LF are removed by the URL parser, controls and spaces at the ends too, characters that nobody sees are
 * removed from hosts, and a backslash becomes `/`.
 */
const CHANGED = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\\]/u;

/** The parser also takes `https:host` and `https:/host`. */
const BEGINNING = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Why the text of an address is refused before it is parsed, null where it is not. */
export function urlTextFault(text: string): string | null {
  if (CHANGED.test(text)) {
    return 'has white space, a control character, an invisible character or a backslash in it';
  }
  return BEGINNING.test(text) ? null : 'is no address';
}
