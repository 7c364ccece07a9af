/** @module page-text: escapes untrusted text for an HTML page. */
import { codePointEscape, withoutUnseen } from '../../base/text/invisible-characters.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The text with invisible characters and HTML markup escaped, for elements and quoted attributes. */
export function plain(text: string): string {
  return withoutUnseen(text, (character) =>
    character === '\n' ? character : codePointEscape(character),
  ).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
