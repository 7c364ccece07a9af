/** @module table: the rows of a file as the table `t` of a database in memory, its columns typed. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';

import { TaskStop } from '../../task/task-stop.ts';
import type { RowSink } from '../bounds.ts';

/** A cell as readers give it. */
export type Cell = string | number | boolean | null;

/** What SQLite takes in one table. */
const COLUMNS_MAX = 2000;
/** Integers that a double holds exactly; `007` and `+1` stay text. */
const INTEGER = /^-?(?:0|[1-9]\d{0,14})$/;
const DECIMAL = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;

/** What the cells of a column have been so far; text of numbers alone is a number. */
type Seen = 'nothing' | 'integer' | 'real' | 'text';

/** Takes rows into the table `t`. `finish` names and types its columns. */
export class QueryTable implements RowSink<Cell> {
  readonly rows = [];
  readonly numbers = [];
  readonly full = null;
  readonly #db: DatabaseSync;
  readonly #format: 'csv' | 'json' | 'xlsx';
  readonly #seen: Seen[] = [];
  #insert: StatementSync | undefined;

  /**
   * `csv`: cells are text as it stands in the file, and columns of numbers become numbers. `json`: columns of whole numbers
   * alone are integers. `xlsx`: numbers are floating, as in workbooks.
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

  /** `names`: of the header, null without one. Columns without a name are `column_1`, and a name that is there again `name_2`. */
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
      throw new TaskStop('BOUND_DATA', `the table has ${width} columns, at most ${COLUMNS_MAX}`);
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

/** SQLite takes names for the same whatever their case. */
function freeName(given: string, at: number, taken: Set<string>): string {
  const wanted = given.replaceAll('\0', '') || `column_${at + 1}`;
  let name = wanted;
  for (let again = 2; taken.has(name.toLowerCase()); again += 1) name = `${wanted}_${again}`;
  // The columns that are still to be named are c0, c1 …
  if (/^c\d+$/i.test(name)) name = `${name}_`;
  taken.add(name.toLowerCase());
  return name;
}
