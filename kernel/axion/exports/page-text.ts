/** @module page-text: text of others in a page: as text and nothing else. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Controls, and what turns the direction of writing. */
const UNSHOWN = /\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;

/** The text with nothing in it that a browser takes for markup, in an element or a quoted attribute. */
export function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(UNSHOWN, (character) => (character === '\n' ? character : '\ufffd'))
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
