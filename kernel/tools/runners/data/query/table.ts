/** @module table: loads the rows of a file into the typed table `t` of an in-memory database. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';

import { TaskStop } from '../../task/task-stop.ts';
import type { RowSink } from '../bounds.ts';
import { NumberColumn, valueSql } from './number-column.ts';
import type { ColumnWarning } from './number-column.ts';

/** A cell as returned by the readers. */
export type Cell = string | number | boolean | null;

/** Maximum number of columns of one SQLite table. */
const COLUMNS_MAX = 2000;

/** A column so far. `isInteger`: all its values are integers or booleans, not text. */
type Column = { readonly cells: NumberColumn; isInteger: boolean };

/** Inserts rows into the table `t`. `finish` names and types its columns. */
export class QueryTable implements RowSink<Cell> {
  readonly rows = [];
  readonly numbers = [];
  readonly full = null;
  readonly #db: DatabaseSync;
  readonly #format: 'csv' | 'json' | 'xlsx';
  readonly #columns: Column[] = [];
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
      const column = this.#columns[at];
      if (column !== undefined) see(column, cell);
    }
    const cells = this.#columns.map((_, at) => storedOf(row[at] ?? null));
    this.#insert ??= this.#db.prepare(
      `INSERT INTO t VALUES (${this.#columns.map(() => '?').join(', ')})`,
    );
    this.#insert.run(...cells);
    return true;
  }

  /**
   * Converts the columns to their types and names them; returns warnings about columns whose text looks like numbers. Empty
   * names become `column_1` etc., repeated ones `name_2`. `delimiter`: that of delimited text.
   */
  finish(names: readonly string[] | null, delimiter: string): readonly ColumnWarning[] {
    this.#widen(Math.max(1, names?.length ?? 0));
    const hasCommas = this.#columns.some(({ cells }) => cells.provesComma);
    const readings = this.#columns.map(({ cells }) =>
      this.#format === 'csv' ? cells.reading(delimiter, hasCommas) : null,
    );
    const typed = this.#columns.flatMap(({ isInteger }, at) => {
      const [column, reading] = [`c${at}`, readings[at] ?? null];
      if (reading !== null) return [`${column} = ${valueSql(column, reading)}`];
      const isCast = this.#format === 'json' && isInteger;
      return isCast ? [`${column} = CAST(${column} AS INTEGER)`] : [];
    });
    if (typed.length > 0) this.#db.exec(`UPDATE t SET ${typed.join(', ')}`);
    const taken = new Set<string>();
    const warnings: ColumnWarning[] = [];
    for (const [at, { cells }] of this.#columns.entries()) {
      const name = freeName(names?.[at]?.trim() ?? '', at, taken);
      this.#db.exec(`ALTER TABLE t RENAME COLUMN c${at} TO "${name.replaceAll('"', '""')}"`);
      warnings.push(...cells.warnings(name, readings[at] ?? null, hasCommas, delimiter === ';'));
    }
    this.#db.exec('COMMIT');
    return warnings;
  }

  #widen(width: number): void {
    if (width > COLUMNS_MAX) {
      throw new TaskStop(
        'BOUND_DATA',
        `the table has ${width} columns, the limit is ${COLUMNS_MAX}`,
      );
    }
    while (this.#columns.length < width) {
      const column = `c${this.#columns.length}`;
      this.#db.exec(
        this.#columns.length === 0 ? `CREATE TABLE t (${column})` : `ALTER TABLE t ADD ${column}`,
      );
      this.#columns.push({ cells: new NumberColumn(), isInteger: true });
      this.#insert = undefined;
    }
  }
}

function storedOf(cell: Cell): string | number | null {
  return typeof cell === 'boolean' ? Number(cell) : cell;
}

function see(column: Column, cell: Cell): void {
  if (cell === null) return;
  if (typeof cell === 'string') column.cells.text(cell);
  else column.cells.number();
  column.isInteger &&= typeof cell !== 'string' && Number.isSafeInteger(Number(cell));
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
