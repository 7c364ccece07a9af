/** @module read: reads one answer from a workbook: sheet, header, columns and rows. */
import { TaskStop } from '../../task/task-stop.ts';
import { AnswerRows } from '../bounds.ts';
import type { DataMeter, RowSink } from '../bounds.ts';
import { pickColumns } from '../columns.ts';
import type { ColumnRef } from '../columns.ts';
import type { DataSource } from '../source.ts';
import { readDateStyles, readSharedTexts, readWorkbook } from './book.ts';
import type { SheetEntry, Workbook } from './book.ts';
import { openPackage } from './package.ts';
import { XlsxSheet } from './sheet.ts';
import type { SheetNotes, XlsxCell } from './sheet.ts';

/** A request to read a workbook; see `createDataXlsxRunner` for each member. */
export type XlsxRequest = {
  readonly sheet: string | number;
  readonly header: boolean;
  readonly columns: readonly ColumnRef[] | null;
  readonly offset: number;
  readonly limit: number;
  readonly count_all: boolean;
  readonly values: 'typed' | 'stored';
};

/** One answer. A row ends with its last value; rows without values are omitted. */
export type XlsxAnswer = {
  readonly sheet: string;
  readonly sheets: readonly { readonly name: string; readonly state: string }[];
  readonly columns: readonly string[] | null;
  readonly rows: readonly (readonly XlsxCell[])[];
  /** The number of each row in the sheet, from 1. */
  readonly row_numbers: readonly number[];
  readonly next_offset: number | null;
  readonly total_rows: number | null;
  readonly stopped_by: 'limit' | 'size' | null;
  readonly warnings: readonly { readonly kind: keyof SheetNotes; readonly count: number }[];
};

/**
 * Reads one answer.
 *
 * @throws {TaskStop} BOUND_GAS, BOUND_DATA, TOOL_UNSAFE, TOOL_FAIL
 */
export async function readXlsx(
  source: DataSource,
  request: XlsxRequest,
  meter: DataMeter,
  sink: RowSink<XlsxCell> = new AnswerRows(request.limit),
): Promise<XlsxAnswer> {
  const parts = await openPackage(source, meter);
  const book = await readWorkbook(parts);
  const sheet = chooseSheet(book, request.sheet);
  const context = {
    texts: await readSharedTexts(parts, book.sharedPart),
    dates: await readDateStyles(parts, book.stylesPart),
    date1904: book.date1904,
    stored: request.values === 'stored',
  };
  const rows = new SheetRows(request, meter, sink);
  const reader = new XlsxSheet(context, (cells, row, read) => rows.take(cells, row, read));
  if (!(await parts.parse(sheet.part, reader.handler))) {
    throw new TaskStop('TOOL_FAIL', `sheet \`${sheet.name}\` has no part in the file`);
  }
  return {
    sheet: sheet.name,
    sheets: book.sheets.map(({ name, state }) => ({ name, state })),
    ...rows.answer(!reader.stopped),
    warnings: warningsOf(reader.notes),
  };
}

/** Applies header, columns, offset and limit of a request to the rows of a sheet. */
class SheetRows {
  readonly #request: XlsxRequest;
  readonly #meter: DataMeter;
  readonly #sink: RowSink<XlsxCell>;
  #names: readonly string[] | null = null;
  #pick: readonly number[] | null = null;
  #begun = false;
  #seen = 0;

  constructor(request: XlsxRequest, meter: DataMeter, sink: RowSink<XlsxCell>) {
    this.#request = request;
    this.#meter = meter;
    this.#sink = sink;
  }

  /** Adds a row. `read`: number of its cells, with or without a value. Returns false if no more rows are needed. */
  take(cells: XlsxCell[], row: number, read: number): boolean {
    this.#meter.cells(read);
    if (cells.length === 0) return true;
    const { header, columns, offset, count_all } = this.#request;
    if (!this.#begun) {
      this.#begun = true;
      if (header) this.#names = cells.map((cell) => (cell === null ? '' : String(cell)));
      // Without a header the width of the sheet is unknown
      this.#pick = pickColumns(columns, this.#names, header ? cells.length : Infinity);
      if (header) return true;
    }
    const index = this.#seen;
    this.#seen += 1;
    if (index < offset) return true;
    const chosen = this.#pick?.map((at) => cells[at] ?? null) ?? cells;
    return this.#sink.take(chosen, row) || count_all;
  }

  answer(
    whole: boolean,
  ): Pick<
    XlsxAnswer,
    'columns' | 'rows' | 'row_numbers' | 'next_offset' | 'total_rows' | 'stopped_by'
  > {
    const { full, rows, numbers } = this.#sink;
    const names = this.#names;
    return {
      columns: (names && this.#pick?.map((at) => names[at] ?? '')) ?? names,
      rows,
      row_numbers: numbers,
      next_offset: full === null ? null : this.#request.offset + rows.length,
      total_rows: whole ? this.#seen : null,
      stopped_by: full,
    };
  }
}

function chooseSheet(book: Workbook, requested: string | number): SheetEntry {
  const sheet =
    typeof requested === 'number'
      ? book.sheets[requested]
      : book.sheets.find(({ name }) => name === requested);
  if (sheet !== undefined) return sheet;
  throw new TaskStop('TOOL_FAIL', `no sheet \`${requested}\` in the workbook`, {
    sheets: book.sheets.slice(0, 30).map(({ name }) => name),
  });
}

function warningsOf(notes: SheetNotes): XlsxAnswer['warnings'] {
  const kinds = ['merged_ranges', 'formulas_without_value'] as const;
  return kinds.map((kind) => ({ kind, count: notes[kind] })).filter(({ count }) => count > 0);
}
