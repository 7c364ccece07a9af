/** @module read: reads one answer from delimited text: encoding, delimiter, header, columns and rows. */
import { TextDecoder } from 'node:util';

import { TaskStop } from '../../task/task-stop.ts';
import { AnswerRows } from '../bounds.ts';
import type { DataMeter, RowSink } from '../bounds.ts';
import { pickColumns } from '../columns.ts';
import type { ColumnRef } from '../columns.ts';
import { guessDelimiter } from './guess-delimiter.ts';
import { CsvScan } from './scan.ts';

/** A request to read delimited text; see `createDataCsvRunner` for each member. */
export type CsvRequest = {
  readonly delimiter: string | null;
  readonly encoding: CsvEncoding | null;
  readonly header: boolean;
  readonly columns: readonly ColumnRef[] | null;
  readonly offset: number;
  readonly limit: number;
  readonly count_all: boolean;
  readonly strict: boolean;
};

export type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** A deviation from RFC 4180, with its count and the line (from 1) of the first record that has it. */
export type CsvWarning = {
  readonly kind:
    | 'ragged_rows'
    | 'blank_lines'
    | 'text_after_quote'
    | 'unterminated_quote'
    | 'duplicate_columns';
  readonly count: number;
  readonly line: number | null;
};

/** One answer. Cells are exactly the text of the file. */
export type CsvAnswer = {
  readonly columns: readonly string[] | null;
  readonly rows: readonly (readonly (string | null)[])[];
  /** Offset of the first row that was not returned, or null at the end of the table. */
  readonly next_offset: number | null;
  /** Number of rows of the whole table, null unless all of it was read. */
  readonly total_rows: number | null;
  readonly stopped_by: 'limit' | 'size' | null;
  readonly delimiter: string;
  readonly encoding: CsvEncoding;
  readonly warnings: readonly CsvWarning[];
};

/**
 * Reads one answer.
 *
 * @throws {TaskStop} BOUND_GAS, BOUND_DATA, TOOL_FAIL for text that does not match the request
 */
export async function readCsv(
  chunks: AsyncIterable<Uint8Array>,
  request: CsvRequest,
  meter: DataMeter,
  sink: RowSink<string | null> = new AnswerRows(request.limit),
): Promise<CsvAnswer> {
  const table = new CsvTable(request, meter, sink);
  for await (const chunk of chunks) {
    meter.bytes(chunk.length);
    if (!table.push(chunk)) break;
  }
  return table.answer();
}

/** The state of reading one table. */
class CsvTable {
  readonly #request: CsvRequest;
  readonly #meter: DataMeter;
  readonly #sink: RowSink<string | null>;
  #decoder: TextDecoder | undefined;
  #encoding: CsvEncoding = 'utf-8';
  #delimiter = ',';
  #scan: CsvScan | undefined;
  #names: readonly string[] | null = null;
  #pick: readonly number[] | null = null;
  #width: number | undefined;
  #seen = 0;
  #ragged = { count: 0, line: null as number | null };
  #blank = { count: 0, line: null as number | null };
  #ended = true;

  constructor(request: CsvRequest, meter: DataMeter, sink: RowSink<string | null>) {
    this.#request = request;
    this.#meter = meter;
    this.#sink = sink;
  }

  /** Reads the next bytes; returns false if no more are needed. */
  push(chunk: Uint8Array): boolean {
    const decoder = (this.#decoder ??= this.#createDecoder(chunk));
    return this.#scanText(decode(decoder, this.#encoding, chunk));
  }

  answer(): CsvAnswer {
    if (this.#decoder !== undefined && this.#scan?.stopped === false) {
      this.#scanText(decode(this.#decoder, this.#encoding));
      this.#scan.end();
    }
    const { full } = this.#sink;
    const whole = this.#ended;
    return {
      columns: this.#names === null ? null : this.#pickNames(this.#names),
      rows: this.#sink.rows,
      next_offset: full === null ? null : this.#request.offset + this.#sink.rows.length,
      total_rows: whole ? this.#seen : null,
      stopped_by: full,
      delimiter: this.#delimiter,
      encoding: this.#encoding,
      warnings: this.#warnings(),
    };
  }

  #createDecoder(first: Uint8Array): TextDecoder {
    this.#encoding = this.#request.encoding ?? encodingOfMark(first) ?? 'utf-8';
    return new TextDecoder(this.#encoding, { fatal: true });
  }

  #scanText(text: string): boolean {
    if (text.includes('\0')) {
      throw new TaskStop(
        'TOOL_FAIL',
        'the text contains NUL characters; for UTF-16 without a byte order mark, set `encoding` to "utf-16le" or "utf-16be"',
      );
    }
    let rest = text;
    if (this.#scan === undefined) {
      const declared = /^sep=([^\r\n"])(?:\r\n|\r|\n|$)/i.exec(text);
      if (declared !== null) rest = text.slice(declared[0].length);
      this.#delimiter = this.#request.delimiter ?? declared?.[1] ?? guessDelimiter(rest);
      this.#scan = new CsvScan(this.#delimiter, (cells, line) => this.#take(cells, line));
    }
    this.#scan.push(rest);
    return !this.#scan.stopped;
  }

  #take(cells: string[], line: number): boolean {
    this.#meter.cells(cells.length);
    if (cells.length === 1 && cells[0] === '' && this.#width !== 1) {
      // In a table with one column, an empty line is an empty value
      this.#blank.count += 1;
      this.#blank.line ??= line;
      return true;
    }
    if (this.#width === undefined) {
      this.#width = cells.length;
      if (this.#request.header) this.#names = cells;
      this.#pick = pickColumns(this.#request.columns, this.#names, this.#width);
      if (this.#request.header) return true;
    }
    if (cells.length !== this.#width) {
      this.#ragged.count += 1;
      this.#ragged.line ??= line;
    }
    const row = this.#seen;
    if (row >= this.#request.offset && !this.#sink.take(this.#pickCells(cells), row)) {
      this.#seen += 1;
      this.#ended = this.#request.count_all;
      return this.#request.count_all;
    }
    this.#seen += 1;
    return true;
  }

  #pickCells(cells: string[]): (string | null)[] {
    return this.#pick === null ? cells : this.#pick.map((index) => cells[index] ?? null);
  }

  #pickNames(names: readonly string[]): readonly string[] {
    return this.#pick === null ? names : this.#pick.map((index) => names[index] ?? '');
  }

  #warnings(): readonly CsvWarning[] {
    const flaws = this.#scan?.flaws;
    const { strict } = this.#request;
    const open = flaws?.open_quote_line ?? null;
    if (strict && open !== null) {
      throw new TaskStop('TOOL_FAIL', `a quoted cell that begins at line ${open} never ends`);
    }
    if (strict && this.#ragged.line !== null) {
      throw new TaskStop(
        'TOOL_FAIL',
        `the record at line ${this.#ragged.line} does not have ${this.#width} cells like the first`,
      );
    }
    const again = (this.#names?.length ?? 0) - new Set(this.#names).size;
    const all: readonly CsvWarning[] = [
      { kind: 'ragged_rows', ...this.#ragged },
      { kind: 'blank_lines', ...this.#blank },
      { kind: 'text_after_quote', count: flaws?.text_after_quote ?? 0, line: null },
      { kind: 'unterminated_quote', count: open === null ? 0 : 1, line: open },
      { kind: 'duplicate_columns', count: again, line: null },
    ];
    return all.filter(({ count }) => count > 0);
  }
}

/** The UTF-16 encoding of a byte order mark, undefined without one. */
function encodingOfMark(bytes: Uint8Array): CsvEncoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

function decode(decoder: TextDecoder, encoding: CsvEncoding, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw new TaskStop(
      'TOOL_FAIL',
      `the bytes are not \`${encoding}\`; set \`encoding\` to one of utf-8, utf-16le, utf-16be, windows-1252`,
    );
  }
}
