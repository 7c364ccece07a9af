/** @module xml-text: text as it stands in XML 1.0, in elements and in attributes. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#13;',
};

/** What XML 1.0 cannot say: most control characters, lone surrogates and U+FFFE, U+FFFF. */
const NO_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** The text escaped for an element, where quotes stand as they are; what XML cannot say becomes U+FFFD. */
export function xmlText(text: string): string {
  return text
    .replaceAll(NO_XML, '\u{FFFD}')
    .replaceAll(/[&<>\r]/g, (character) => ENTITIES[character] ?? character);
}

/** The text escaped for an attribute in double quotes, where a new line reads as a space. */
export function xmlAttribute(text: string): string {
  return xmlText(text).replaceAll('"', '&quot;');
}
