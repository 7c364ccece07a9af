/** @module printable: makes untrusted text safe to print on a terminal, on one line. */

import { codePointEscape, jsonEscape, withoutUnseen } from './invisible-characters.ts';

/**
 * The text with every character that moves the cursor, colours or reorders text, or is invisible, escaped as `\u{…}`, so
 * that texts that differ only in such characters look different. Emoji sequences and joiners are escaped, too.
 */
export function printable(text: string): string {
  return withoutUnseen(text, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    return codePointEscape(character);
  });
}

/**
 * JSON without characters that move the cursor, reorder text or are invisible; it parses to the same value.
 * JSON.stringify escapes neither C1 controls nor direction marks.
 */
export function printableJson(value: unknown, indent?: number): string {
  return withoutUnseen(JSON.stringify(value, null, indent), (character) =>
    character === '\n' ? character : jsonEscape(character),
  );
}

/** The lines of a text, indentation included, each printable and folded at `width` characters. */
export function verbatim(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((line) => chunks(printable(line), width));
}

/** The printable text, truncated to `width` characters; a truncated text ends in `…`. */
export function truncate(text: string, width: number): string {
  const characters = Array.from(printable(text));
  if (characters.length <= width) return characters.join('');
  return `${characters.slice(0, Math.max(0, width - 1)).join('')}…`;
}

/** The lines of a paragraph, each printable and of at most `width` characters, broken between words if possible. */
export function wrapLines(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of printable(text)
    .split(' ')
    .flatMap((long) => chunks(long, width))) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** The lines of a text with paragraphs; only for places where it cannot be mistaken for the program's own output. */
export function wrapParagraphs(text: string, width: number): readonly string[] {
  return text.split(/\r?\n/).flatMap((paragraph) => wrapLines(paragraph, width));
}

function chunks(word: string, width: number): readonly string[] {
  const characters = Array.from(word);
  const count = Math.max(1, Math.ceil(characters.length / width));
  return Array.from({ length: count }, (_, i) =>
    characters.slice(i * width, (i + 1) * width).join(''),
  );
}

/** Minimum number of text characters in a line, regardless of the indentation. */
export const WIDTH_MIN = 20;

/** An indented line; continuation lines are indented by four more characters. */
export function hangingLines(text: string, indent: string, width: number): readonly string[] {
  return wrapLines(text, Math.max(WIDTH_MIN, width - indent.length - 4)).map((line, index) =>
    index === 0 ? `${indent}${line}` : `${indent}    ${line}`,
  );
}
