/** @module csv-rows: the rows of a CSV text (RFC 4180), also with semicolons or tabs between the cells. */

/** A row with the number of its first line, from 1. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] };

/** Why a text is no CSV, as a sentence. */
export class CsvFault extends Error {
  override readonly name = 'CsvFault';
}

const DELIMITERS = [',', ';', '\t'] as const;

/**
 * The rows of a text; blank lines are left out. The delimiter is the one that the first line has most often outside of
 * quotes. Takes time in the length of the text.
 *
 * @throws {CsvFault} for a text after a closing quote, a quote that is not closed, and too many rows or cells
 */
export function* csvRows(
  text: string,
  { rows, cells }: { readonly rows: number; readonly cells: number },
): Generator<CsvRow> {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const delimiter = delimiterOf(source);
  let [at, line, count] = [0, 1, 0];
  while (at < source.length) {
    const row: string[] = [];
    const first = line;
    for (let isEnd = false; !isEnd;) {
      const cell = cellAt(source, at, { delimiter, line });
      row.push(cell.text);
      [at, line] = [cell.end, cell.line];
      isEnd = source[at] !== delimiter;
      if (!isEnd) at += 1;
      if (row.length > cells) {
        throw new CsvFault(`line ${first} has more than ${cells} cells, expected at most ${cells}`);
      }
    }
    if (source[at] === '\r') at += 1;
    if (source[at] === '\n') at += 1;
    line += 1;
    if (row.length === 1 && row[0]?.trim() === '') continue;
    count += 1;
    if (count > rows) throw new CsvFault(`more than ${rows} rows, expected at most ${rows}`);
    yield { line: first, cells: row };
  }
}

type Cell = { readonly text: string; readonly end: number; readonly line: number };

function cellAt(
  source: string,
  start: number,
  { delimiter, line }: { readonly delimiter: string; readonly line: number },
): Cell {
  if (source[start] !== '"') {
    let end = start;
    while (end < source.length && source[end] !== delimiter && !isBreak(source[end])) end += 1;
    return { text: source.slice(start, end), end, line };
  }
  const parts: string[] = [];
  let at = start + 1;
  for (;;) {
    const quote = source.indexOf('"', at);
    if (quote < 0) throw new CsvFault(`line ${line} has a quote \`"\` that is not closed`);
    parts.push(source.slice(at, quote));
    at = quote + 1;
    if (source[at] !== '"') break;
    parts.push('"');
    at += 1;
  }
  if (at < source.length && source[at] !== delimiter && !isBreak(source[at])) {
    throw new CsvFault(`line ${line} has text after a closing quote, expected \`${delimiter}\``);
  }
  const text = parts.join('');
  return { text, end: at, line: line + text.split('\n').length - 1 };
}

function isBreak(character: string | undefined): boolean {
  return character === '\n' || character === '\r';
}

function delimiterOf(source: string): string {
  const counts = new Map<string, number>(DELIMITERS.map((one) => [one, 0]));
  let isQuoted = false;
  for (const character of firstLine(source)) {
    if (character === '"') isQuoted = !isQuoted;
    const count = isQuoted ? undefined : counts.get(character);
    if (count !== undefined) counts.set(character, count + 1);
  }
  let best: string = DELIMITERS[0];
  for (const [one, count] of counts) if (count > (counts.get(best) ?? 0)) best = one;
  return best;
}

function firstLine(source: string): string {
  const end = source.search(/[\r\n]/u);
  return end < 0 ? source : source.slice(0, end);
}
