/** @module shown: the text of a report with visible control, bidirectional and invisible characters. */
import { printable } from '../../../../kernel/base/text/printable.ts';
import { type Span, span, type Words } from '../document/blocks.ts';

/** The pieces of a text, each on one line and printable. Text in backticks is a value that is quoted exactly. */
export function shownSpans(words: Words): readonly Span[] {
  const spans = typeof words === 'string' ? [span(words)] : words;
  return spans.flatMap(({ text, look }) => {
    const shown = printable(text);
    if (look !== null) return [{ text: shown, look }];
    // Every second part is in backticks.
    const parts = shown.split(/`([^`]+)`/);
    return parts.flatMap((part, index) =>
      part === '' ? [] : [span(part, index % 2 === 1 ? 'code' : null)],
    );
  });
}

/** The paragraphs of a text that somebody wrote, each printable. */
export function shownParagraphs(text: string): readonly string[] {
  return text.split(/\r?\n/).map(printable);
}
