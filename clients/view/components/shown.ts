/** @module shown: untrusted text as a person may see it. */
import { codePointEscape, withoutUnseen } from '../../../kernel/base/text/invisible-characters.ts';

/** The text on one line, with characters escaped that are invisible or that reorder others, as in the terminal. */
export function shown(text: string): string {
  return withoutUnseen(text, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    return codePointEscape(character);
  });
}
