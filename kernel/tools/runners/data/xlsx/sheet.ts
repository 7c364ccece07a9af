/** @module sheet: reads the cells of one sheet, row by row, with the types of the workbook. */
import { TaskStop } from '../../task/task-stop.ts';
import { TABLE_MAX } from '../bounds.ts';
import { CELL_CHARS_MAX, unescaped } from './book.ts';
import { isoOf } from './dates.ts';
import type { DateShape } from './dates.ts';
import type { XmlHandler } from './xml.ts';

/** A cell: text, number or boolean by its type in the workbook, an error as its name (`#DIV/0!`), or null. */
export type XlsxCell = string | number | boolean | null;

/** The parts of a workbook to which cells refer. `stored`: return the text of the file without conversion. */
export type CellContext = {
  readonly texts: readonly string[];
  readonly dates: readonly (DateShape | undefined)[];
  readonly date1904: boolean;
  readonly stored: boolean;
};

/** Counts of features of the sheet that the cells do not show. */
export type SheetNotes = {
  merged_ranges: number;
  formulas_without_value: number;
};

/**
 * Receives each row with cells: the values from column A to the last one, the row number from 1, and the number of
 * cells read. Returns false to end the reading.
 */
export type TakeRow = (cells: XlsxCell[], row: number, read: number) => boolean;

/** Largest number of rows of a sheet (specification of Excel). */
const ROWS_MAX = 1_048_576;

/** A reader of one sheet; pass its `handler` to the package. */
export class XlsxSheet {
  readonly notes: SheetNotes = { merged_ranges: 0, formulas_without_value: 0 };
  readonly handler: XmlHandler;
  readonly #context: CellContext;
  readonly #take: TakeRow;
  #stopped = false;
  #cells: XlsxCell[] = [];
  #rowNumber = 0;
  /** Number of cells read in this row. */
  #read = 0;
  /** Column of the next cell if it has no reference. */
  #next = 0;
  #column = 0;
  #type = 'n';
  #style = 0;
  #value = '';
  #hasFormula = false;
  #inValue = false;
  /** Whether a phonetic reading is open. */
  #inReading = false;

  constructor(context: CellContext, take: TakeRow) {
    this.#context = context;
    this.#take = take;
    this.handler = {
      open: (name, attributes) => this.#open(name, attributes),
      text: (text) => this.#text(text),
      close: (name) => this.#close(name),
      done: () => this.#stopped,
    };
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    switch (name) {
      case 'row':
        this.#openRow(attributes['r']);
        return;
      case 'c':
        this.#openCell(attributes);
        return;
      case 'v':
      case 't':
        this.#inValue = true;
        return;
      case 'f':
        this.#hasFormula = true;
        return;
      case 'rPh':
        this.#inReading = true;
        return;
      case 'mergeCell':
        this.notes.merged_ranges += 1;
        return;
      default:
    }
  }

  #openRow(reference: string | undefined): void {
    const row = reference === undefined ? this.#rowNumber + 1 : Number(reference);
    if (!Number.isInteger(row) || row <= this.#rowNumber) {
      throw new TaskStop('TOOL_FAIL', `row \`${reference}\` comes after row ${this.#rowNumber}`);
    }
    if (row > ROWS_MAX) {
      throw new TaskStop('BOUND_DATA', `row ${row} lies beyond the last row ${ROWS_MAX}`);
    }
    this.#rowNumber = row;
    this.#cells = [];
    this.#next = 0;
    this.#read = 0;
  }

  #openCell(attributes: Readonly<Record<string, string>>): void {
    const reference = attributes['r'];
    const column = reference === undefined ? this.#next : columnOf(reference);
    if (column >= TABLE_MAX.columns) {
      throw new TaskStop('BOUND_DATA', `cell \`${reference}\` lies beyond column XFD`);
    }
    // Other readers disagree on duplicate and unordered cells, so these are refused
    if (column < this.#next) {
      throw new TaskStop('TOOL_FAIL', `cell \`${reference}\` is out of order in its row`);
    }
    this.#column = column;
    this.#next = column + 1;
    this.#read += 1;
    this.#type = attributes['t'] ?? 'n';
    this.#style = Number(attributes['s'] ?? 0);
    this.#value = '';
    this.#hasFormula = false;
  }

  #text(text: string): void {
    if (!this.#inValue || this.#inReading) return;
    this.#value += text;
    if (this.#value.length > CELL_CHARS_MAX) {
      throw new TaskStop(
        'BOUND_DATA',
        `a cell of row ${this.#rowNumber} has more than ${CELL_CHARS_MAX} characters`,
      );
    }
  }

  #close(name: string): void {
    switch (name) {
      case 'v':
      case 't':
        this.#inValue = false;
        return;
      case 'rPh':
        this.#inReading = false;
        return;
      case 'c': {
        const value = this.#cellValue();
        if (value === null) return;
        while (this.#cells.length < this.#column) this.#cells.push(null);
        this.#cells.push(value);
        return;
      }
      case 'row': {
        const width = Math.max(this.#cells.length, this.#read);
        if (width > 0 && !this.#take(this.#cells, this.#rowNumber, width)) this.#stopped = true;
        return;
      }
      default:
    }
  }

  #cellValue(): XlsxCell {
    const { texts, stored } = this.#context;
    const value = this.#value;
    switch (this.#type) {
      case 's': {
        const text = /^\d+$/.test(value) ? texts[Number(value)] : undefined;
        if (text === undefined) {
          throw new TaskStop(
            'TOOL_FAIL',
            `a cell of row ${this.#rowNumber} names shared text \`${value.slice(0, 20)}\` of ${texts.length}`,
          );
        }
        return text;
      }
      case 'inlineStr':
      case 'str':
        return unescaped(value);
      default:
    }
    if (value === '') {
      if (this.#hasFormula) this.notes.formulas_without_value += 1;
      return null;
    }
    if (stored || this.#type === 'e' || this.#type === 'd') return value;
    if (this.#type === 'b') return value === '1' || value === 'true';
    return this.#numberOrDate(value);
  }

  #numberOrDate(value: string): XlsxCell {
    const number = exactNumber(value);
    if (typeof number === 'string') return number;
    const shape = this.#context.dates[this.#style];
    if (shape === undefined) return number;
    return isoOf(number, shape, this.#context.date1904) ?? number;
  }
}

/** The number, or the text itself if a double would change it: unsafe integers, more than 17 digits. */
function exactNumber(value: string): number | string {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value)) return value;
  const number = Number(value);
  const digits = value.replace(/e.*$/i, '').replace(/\D/g, '').replace(/^0+/, '').length;
  const safe = Number.isInteger(number) ? Number.isSafeInteger(number) || /e/i.test(value) : true;
  return Number.isFinite(number) && digits <= 17 && safe ? number : value;
}

/** Position of a column from 0, from the letters of a reference such as `AB12`. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference)?.[0];
  if (letters === undefined) {
    throw new TaskStop('TOOL_FAIL', `\`${reference.slice(0, 20)}\` is not a cell reference`);
  }
  let column = 0;
  for (const letter of letters) column = column * 26 + (letter.charCodeAt(0) - 64);
  return column - 1;
}
