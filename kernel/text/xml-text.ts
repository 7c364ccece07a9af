/** @module xml-text: text as it stands in XML 1.0, in elements and in attributes with double quotes. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** What XML 1.0 cannot say: most control characters, lone surrogates and U+FFFE, U+FFFF. */
const NO_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** The text escaped; what XML cannot say becomes U+FFFD. */
export function xmlText(text: string): string {
  return text
    .replaceAll(NO_XML, '\u{FFFD}')
    .replaceAll(/[&<>"\t\n\r]/g, (character) => ENTITIES[character] ?? character);
}
