/** @module xml-text: escapes text for XML 1.0 elements and attributes. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#13;',
};

/** Characters that XML 1.0 cannot represent: most control characters, lone surrogates, U+FFFE and U+FFFF. */
const NO_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** The text escaped for an element, with quotes unchanged; characters that XML cannot represent become U+FFFD. */
export function xmlText(text: string): string {
  return text
    .replaceAll(NO_XML, '\u{FFFD}')
    .replaceAll(/[&<>\r]/g, (character) => ENTITIES[character] ?? character);
}

/**
 * The text escaped for an attribute in double quotes. XML parsers read a line break or tab in an attribute as a space, unless
 * it is written as a number.
 */
export function xmlAttribute(text: string): string {
  return xmlText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
