/** @module visible text: texts of the log for people, with invisible and reordering characters made visible. */
import { codePointEscape, withoutUnseen } from '../../../kernel/base/text/invisible-characters.ts';

/** The text on one line, with every character escaped that is invisible or changes the display of others. */
export function visibleText(text: string): string {
  return withoutUnseen(text, (character) =>
    character === '\n' ? ' ' : codePointEscape(character),
  );
}
