/** @module url-text: checks that a URL parser does not change an address: parsers silently drop and replace characters. */

/**
 * Characters that the URL parser changes: it removes tab, CR and LF, control characters and spaces at the ends, and
 * invisible characters in hosts, and replaces a backslash with `/`.
 */
const CHANGED = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\\]/u;

/** The required beginning: the parser also accepts `https:host` and `https:/host`. */
const BEGINNING = /^[a-z][a-z0-9+.-]*:\/\//i;

/** The fault of an address before it is parsed; null without one. */
export function urlTextFault(text: string): string | null {
  if (CHANGED.test(text)) {
    return 'contains white space, a control character, an invisible character or a backslash';
  }
  return BEGINNING.test(text) ? null : 'is not an address';
}

/** The fault of an address with credentials, which would be shown and logged. */
export const HAS_CREDENTIALS = 'contains a user or a password';

/** The fault of the address of an HTTP server; null without one. The fault quotes no part of the address. */
export function httpAddressFault(text: string): string | null {
  const url = URL.parse(text);
  if (url === null) return 'is not an address';
  if (!/^https?:$/.test(url.protocol)) return 'is neither http:// nor https://';
  return url.username === '' && url.password === '' ? urlTextFault(text) : HAS_CREDENTIALS;
}
