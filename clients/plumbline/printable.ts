/** @module printable: makes untrusted text safe for a terminal and for one line. */

/** Controls, invisible formatting (right-to-left overrides too), line separators, lone surrogates, private use, invisible letters. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u115f\u1160\u2800\u3164\uffa0]/gu;

/** The text with every character that could move the cursor, colour, hide or reorder text as `\u{…}`. */
export function printable(text: string): string {
  return text.replaceAll(UNSAFE, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/**
 * JSON without characters that could move the cursor or reorder text; it parses to the same value. JSON.stringify escapes
 * neither C1 controls nor direction marks.
 */
export function printableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(UNSAFE, (character) =>
    character === '\n' ? character : character.replaceAll(/[^]/g, escaped),
  );
}

/** One UTF-16 unit as a JSON escape. */
function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The lines of a text, indentation included, each printable and folded at `width` characters. */
export function verbatim(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((line) => chunks(printable(line), width));
}

/** Printable and at most `width` characters, the last one `…` when the text was cut. */
export function fitted(text: string, width: number): string {
  const characters = Array.from(printable(text));
  if (characters.length <= width) return characters.join('');
  return `${characters.slice(0, Math.max(0, width - 1)).join('')}…`;
}

/** Lines of a text of one paragraph, each printable and at most `width` characters, broken between words if possible. */
export function wrapped(text: string, width: number): readonly string[] {
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

/** Lines of a text that may have paragraphs, which must stand where nothing of it can be taken for the program's own. */
export function wrappedParagraphs(text: string, width: number): readonly string[] {
  return text.split(/\r?\n/).flatMap((paragraph) => wrapped(paragraph, width));
}

function chunks(word: string, width: number): readonly string[] {
  const characters = Array.from(word);
  const count = Math.max(1, Math.ceil(characters.length / width));
  return Array.from({ length: count }, (_, i) =>
    characters.slice(i * width, (i + 1) * width).join(''),
  );
}
