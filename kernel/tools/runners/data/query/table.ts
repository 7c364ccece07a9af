/** @module table: loads the rows of a file into the typed table `t` of an in-memory database. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';

import { TaskStop } from '../../task/task-stop.ts';
import type { RowSink } from '../bounds.ts';

/** A cell as returned by the readers. */
export type Cell = string | number | boolean | null;

/** Maximum number of columns of one SQLite table. */
const COLUMNS_MAX = 2000;
/** Integers that a double holds exactly; `007` and `+1` stay text. */
const INTEGER = /^-?(?:0|[1-9]\d{0,14})$/;
/** Decimal numbers whose digits a double holds; `1e5` stays text. */
const DECIMAL = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;

/** Common type of the cells of a column so far; numeric text counts as a number. */
type Seen = 'nothing' | 'integer' | 'real' | 'text';

/** Inserts rows into the table `t`. `finish` names and types its columns. */
export class QueryTable implements RowSink<Cell> {
  readonly rows = [];
  readonly numbers = [];
  readonly full = null;
  readonly #db: DatabaseSync;
  readonly #format: 'csv' | 'json' | 'xlsx';
  readonly #seen: Seen[] = [];
  #insert: StatementSync | undefined;

  /**
   * `csv`: cells are text, and columns of numeric text become numbers. `json`: columns of only integers are integers.
   * `xlsx`: numbers are floating-point, as in workbooks.
   */
  constructor(db: DatabaseSync, format: 'csv' | 'json' | 'xlsx') {
    this.#db = db;
    this.#format = format;
    db.exec('BEGIN');
  }

  take(row: Cell[]): boolean {
    this.#widen(row.length);
    for (const [at, cell] of row.entries()) {
      this.#seen[at] = seenWith(this.#seen[at], cell, this.#format);
    }
    const cells = this.#seen.map((_, at) => storedOf(row[at] ?? null));
    this.#insert ??= this.#db.prepare(
      `INSERT INTO t VALUES (${this.#seen.map(() => '?').join(', ')})`,
    );
    this.#insert.run(...cells);
    return true;
  }

  /** Converts the columns to their types and names them. Empty names become `column_1` etc., repeated ones `name_2`. */
  finish(names: readonly string[] | null): void {
    this.#widen(Math.max(1, names?.length ?? 0));
    const typed = this.#seen.flatMap((seen, at) => {
      if (seen !== 'integer' && seen !== 'real') return [];
      const type = seen === 'integer' ? 'INTEGER' : 'REAL';
      if (this.#format === 'csv') return [`c${at} = CAST(NULLIF(c${at}, '') AS ${type})`];
      return this.#format === 'json' && seen === 'integer'
        ? [`c${at} = CAST(c${at} AS ${type})`]
        : [];
    });
    if (typed.length > 0) this.#db.exec(`UPDATE t SET ${typed.join(', ')}`);
    const taken = new Set<string>();
    for (const [at] of this.#seen.entries()) {
      const name = freeName(names?.[at]?.trim() ?? '', at, taken);
      this.#db.exec(`ALTER TABLE t RENAME COLUMN c${at} TO "${name.replaceAll('"', '""')}"`);
    }
    this.#db.exec('COMMIT');
  }

  #widen(width: number): void {
    if (width > COLUMNS_MAX) {
      throw new TaskStop(
        'BOUND_DATA',
        `the table has ${width} columns, the limit is ${COLUMNS_MAX}`,
      );
    }
    while (this.#seen.length < width) {
      const column = `c${this.#seen.length}`;
      this.#db.exec(
        this.#seen.length === 0 ? `CREATE TABLE t (${column})` : `ALTER TABLE t ADD ${column}`,
      );
      this.#seen.push('nothing');
      this.#insert = undefined;
    }
  }
}

function storedOf(cell: Cell): string | number | null {
  return typeof cell === 'boolean' ? Number(cell) : cell;
}

function seenWith(before: Seen = 'nothing', cell: Cell, format: 'csv' | 'json' | 'xlsx'): Seen {
  if (cell === null || before === 'text' || (cell === '' && format === 'csv')) return before;
  if (typeof cell !== 'string') {
    if (format !== 'json') return before;
    return Number.isSafeInteger(Number(cell)) && before !== 'real' ? 'integer' : 'real';
  }
  if (format === 'json') return 'text';
  if (INTEGER.test(cell)) return before === 'nothing' ? 'integer' : before;
  return DECIMAL.test(cell) ? 'real' : 'text';
}

/** A unique name for the column at `at`. SQLite ignores the case of names. */
function freeName(header: string, at: number, taken: Set<string>): string {
  const wanted = header.replaceAll('\0', '') || `column_${at + 1}`;
  let name = wanted;
  for (let again = 2; taken.has(name.toLowerCase()); again += 1) name = `${wanted}_${again}`;
  // c0, c1 … are the names of columns that are not renamed yet
  if (/^c\d+$/i.test(name)) name = `${name}_`;
  taken.add(name.toLowerCase());
  return name;
}
