/** @module records: the records of delimited text by RFC 4180, without the deviations that spreadsheets accept. */
import type { ListFault } from '../list.ts';

/** A record with the line (from 1) in which it begins. */
export type ListRecord = { readonly line: number; readonly cells: readonly string[] };

/** Limits of a list. */
export const LIST_MAX = {
  bytes: 4 * 1024 * 1024,
  lines: 2000,
  cells: 40,
  cell_chars: 2000,
} as const;

/** Thrown at the first place where the text is not RFC 4180: the rest has no certain cells. */
class Malformed extends Error {
  readonly fault: ListFault;
  constructor(fault: ListFault) {
    super(fault.expected);
    this.fault = fault;
  }
}

const DELIMITERS = [',', ';', '\t'] as const;

/**
 * The records of a text, with the delimiter of its first line: comma, semicolon or tab. Lines end with CRLF or LF. Linear
 * in the length of the text.
 */
export function recordsOf(text: string): readonly ListRecord[] | ListFault {
  const end = text.search(/[\r\n]/u);
  const header = end < 0 ? text : text.slice(0, end);
  const used = DELIMITERS.filter((one) => header.includes(one));
  const [delimiter] = used;
  if (delimiter === undefined || used.length > 1) {
    return {
      line: 1,
      column: null,
      received: used.length > 1 ? 'a header with several delimiters' : 'a header of one column',
      expected: 'the names of the columns, separated by one of comma, semicolon and tab',
    };
  }
  const records: ListRecord[] = [];
  const scan = { text, delimiter, at: 0, line: 1 };
  try {
    while (scan.at < text.length) {
      if (records.length > LIST_MAX.lines) {
        throw new Malformed({
          line: scan.line,
          column: null,
          received: `more than ${LIST_MAX.lines} lines`,
          expected: `at most ${LIST_MAX.lines}`,
        });
      }
      records.push(recordAt(scan));
    }
  } catch (error) {
    if (error instanceof Malformed) return error.fault;
    throw error;
  }
  return records;
}

type Scan = { readonly text: string; readonly delimiter: string; at: number; line: number };

function recordAt(scan: Scan): ListRecord {
  const { line } = scan;
  const cells: string[] = [];
  for (;;) {
    if (cells.length === LIST_MAX.cells) {
      throw malformed(line, `more than ${LIST_MAX.cells} cells`, `at most ${LIST_MAX.cells}`);
    }
    const cell = scan.text[scan.at] === '"' ? quotedCell(scan) : plainCell(scan);
    if (cell.length > LIST_MAX.cell_chars) {
      const most = `at most ${LIST_MAX.cell_chars}; is a quote left open?`;
      throw malformed(line, `a cell of ${cell.length} characters`, most);
    }
    cells.push(cell);
    if (scan.text[scan.at] !== scan.delimiter) break;
    scan.at += 1;
  }
  endLine(scan);
  return { line, cells };
}

function plainCell(scan: Scan): string {
  const begin = scan.at;
  for (; scan.at < scan.text.length; scan.at += 1) {
    const character = scan.text[scan.at];
    if (character === scan.delimiter || character === '\n' || character === '\r') break;
    if (character === '"') {
      throw malformed(
        scan.line,
        'a quote inside a cell without quotes',
        'the whole cell in quotes, and each quote in it doubled',
      );
    }
  }
  return scan.text.slice(begin, scan.at);
}

function quotedCell(scan: Scan): string {
  const { line } = scan;
  const pieces: string[] = [];
  scan.at += 1;
  for (;;) {
    const end = scan.text.indexOf('"', scan.at);
    if (end < 0) throw malformed(line, 'a quoted cell that never ends', 'a closing quote');
    const piece = scan.text.slice(scan.at, end);
    pieces.push(piece);
    for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) scan.line += 1;
    scan.at = end + 1;
    if (scan.text[scan.at] !== '"') break;
    pieces.push('"');
    scan.at += 1;
  }
  const next = scan.text[scan.at];
  if (next !== undefined && next !== scan.delimiter && next !== '\n' && next !== '\r') {
    throw malformed(
      scan.line,
      'text after a closing quote',
      'the delimiter or the end of the line',
    );
  }
  return pieces.join('');
}

function endLine(scan: Scan): void {
  if (scan.at >= scan.text.length) return;
  if (scan.text[scan.at] === '\r') {
    if (scan.text[scan.at + 1] !== '\n') {
      throw malformed(scan.line, 'a carriage return alone', 'lines that end with CRLF or LF');
    }
    scan.at += 1;
  }
  scan.at += 1;
  scan.line += 1;
}

function malformed(line: number, received: string, expected: string): Malformed {
  return new Malformed({ line, column: null, received, expected });
}
