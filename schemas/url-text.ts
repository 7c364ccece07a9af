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

/** The fault of an address with credentials: it would be shown and logged with them. */
export const HAS_CREDENTIALS = 'has a user or a password in it';

/** Why a text is no address of a server that answers HTTP, null where it is one. Nothing of the address is repeated. */
export function httpAddressFault(text: string): string | null {
  const url = URL.parse(text);
  if (url === null) return 'is no address';
  if (!/^https?:$/.test(url.protocol)) return 'is neither http:// nor https://';
  return url.username === '' && url.password === '' ? urlTextFault(text) : HAS_CREDENTIALS;
}
