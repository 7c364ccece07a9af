/** @module bounds: the gas price and the limits of reading a table. */
import { TaskStop } from '../task/task-stop.ts';

/** Inflated bytes that cost one gas. */
const BYTES_PER_GAS = 65_536;
/** Cells that cost one gas. */
const CELLS_PER_GAS = 1000;
/** Cells that cost one gas if they are only loaded. At this price, 50 MB of CSV fit into the gas of one run. */
export const LOADED_CELLS_PER_GAS = 2000;

/** Limits of a table that no budget can raise. `_chars` are UTF-16 units. */
export const TABLE_MAX = {
  cell_chars: 131_072,
  columns: 16_384,
  /** The `answer_` limits bound one answer; larger tables are read in several answers by `offset`. */
  answer_rows: 10_000,
  answer_cells: 100_000,
  answer_chars: 1_000_000,
} as const;

/** Counts the work of a reader against its gas. Equal inputs cost the same on every machine. */
export class DataMeter {
  readonly #gas: number;
  readonly #cellsPerGas: number;
  #bytes = 0;
  #cells = 0;

  constructor(gas: number, cellsPerGas = CELLS_PER_GAS) {
    this.#gas = gas;
    this.#cellsPerGas = cellsPerGas;
  }

  /** Charges inflated bytes. Throws `TaskStop` BOUND_GAS. */
  bytes(count: number): void {
    this.#bytes += count;
    this.#check();
  }

  /** Charges cells that were read, whether returned or not. Throws `TaskStop` BOUND_GAS. */
  cells(count: number): void {
    this.#cells += count;
    if (this.#cells % this.#cellsPerGas < count) this.#check();
  }

  get used(): number {
    return Math.ceil(this.#bytes / BYTES_PER_GAS) + Math.ceil(this.#cells / this.#cellsPerGas);
  }

  #check(): void {
    if (this.used > this.#gas) {
      throw new TaskStop('BOUND_GAS', `the table needs more than ${this.#gas} gas to read`, {
        bytes_read: this.#bytes,
        cells_read: this.#cells,
      });
    }
  }
}

/** Receives the rows of a table one at a time. */
export type RowSink<Cell> = {
  readonly rows: readonly (readonly Cell[])[];
  readonly numbers: readonly number[];
  readonly full: 'limit' | 'size' | null;
  /** Adds a row. Returns false if the sink accepts no more rows. */
  take(row: Cell[], number: number): boolean;
};

/** Collects the rows of one answer until one of its limits is reached. */
export class AnswerRows<Cell> implements RowSink<Cell> {
  readonly rows: Cell[][] = [];
  readonly numbers: number[] = [];
  readonly #limit: number;
  #cells = 0;
  #chars = 0;
  #full: 'limit' | 'size' | null = null;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The limit that was reached: of rows (`limit`) or of cells and characters (`size`); null if none. */
  get full(): 'limit' | 'size' | null {
    return this.#full;
  }

  /** Adds a row if it fits; returns false if not. The first row always fits. */
  take(row: Cell[], number: number): boolean {
    if (this.#full !== null) return false;
    if (this.rows.length >= this.#limit) {
      this.#full = 'limit';
      return false;
    }
    let chars = 0;
    for (const cell of row) if (typeof cell === 'string') chars += cell.length;
    const over =
      this.#cells + row.length > TABLE_MAX.answer_cells ||
      this.#chars + chars > TABLE_MAX.answer_chars;
    if (over && this.rows.length > 0) {
      this.#full = 'size';
      return false;
    }
    this.#cells += row.length;
    this.#chars += chars;
    this.rows.push(row);
    this.numbers.push(number);
    return true;
  }
}
