/** @module labelled: lines with a label before their text. */
import { hangingLines, printable } from '../../kernel/base/text/printable.ts';

/** A labelled line, folded; the label takes ten characters, as in the pages of approvals. */
export function labelled(label: string, text: string, width: number): readonly string[] {
  return hangingLines(`${label.padEnd(9)} ${printable(text)}`, '', width);
}
