/** @module url-text: checks that an address is parsed as it is written: URL parsers silently drop and replace characters. */

/**
 * Tab, CR and LF are removed by the URL parser, controls and spaces at the ends, too; invisible characters are
 * removed from hosts, and a backslash becomes `/`.
 */
const CHANGED = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\\]/u;

/** The parser also takes `https:host` and `https:/host`. */
const BEGINNING = /^[a-z][a-z0-9+.-]*:\/\//i;

/** The fault of the text of an address before parsing, null without one. */
export function urlTextFault(text: string): string | null {
  if (CHANGED.test(text)) {
    return 'contains white space, a control character, an invisible character or a backslash';
  }
  return BEGINNING.test(text) ? null : 'is not an address';
}

/** The fault of an address with credentials: it would be shown and logged with them. */
export const HAS_CREDENTIALS = 'contains a user or a password';

/** The fault of the address of an HTTP server, null without one. The text contains no part of the address. */
export function httpAddressFault(text: string): string | null {
  const url = URL.parse(text);
  if (url === null) return 'is not an address';
  if (!/^https?:$/.test(url.protocol)) return 'is neither http:// nor https://';
  return url.username === '' && url.password === '' ? urlTextFault(text) : HAS_CREDENTIALS;
}
