/** @module page-text: text of others in a page: as text and nothing else. */
import { codePointEscape, withoutUnseen } from '../../text/unseen.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The text with invisible characters escaped, and nothing that a browser takes for markup in an element or a quoted attribute. */
export function plain(text: string): string {
  return withoutUnseen(text, (character) =>
    character === '\n' ? character : codePointEscape(character),
  ).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
