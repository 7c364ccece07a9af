/** @module query: runs one SELECT over the table of a file; returns a page of its rows and the type of each column. */
import { constants, DatabaseSync } from 'node:sqlite';
import type { SQLOutputValue } from 'node:sqlite';

import { TaskStop } from '../../task/task-stop.ts';
import { AnswerRows } from '../bounds.ts';
import type { DataMeter } from '../bounds.ts';
import { readCsv } from '../csv/read.ts';
import type { CsvEncoding, CsvWarning } from '../csv/read.ts';
import { chunksOf } from '../source.ts';
import type { DataSource } from '../source.ts';
import { readXlsx } from '../xlsx/read.ts';
import type { XlsxAnswer } from '../xlsx/read.ts';
import { fixedDates } from './fixed-dates.ts';
import { readJsonTable } from './json-table.ts';
import type { ColumnWarning } from './number-column.ts';
import { QueryTable } from './table.ts';

/** A request to query a table; see `createDataQueryRunner` for each member. */
export type QueryRequest = {
  readonly sql: string;
  readonly format: 'csv' | 'json' | 'xlsx';
  readonly sheet: string | number;
  readonly header: boolean;
  /** Of delimited text; null: detected. */
  readonly delimiter: string | null;
  readonly encoding: CsvEncoding | null;
  readonly offset: number;
  readonly limit: number;
};

/** Type of the values of a column on this page: `mixed` if they differ, `null` if all are null. */
type ColumnType = 'integer' | 'real' | 'text' | 'blob' | 'mixed' | 'null';

/** One answer. Integers that a double cannot represent exactly are text; bytes are hexadecimal text. */
export type QueryAnswer = {
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  readonly next_offset: number | null;
  readonly stopped_by: 'limit' | 'size' | null;
  /** Those of the reader, then those about columns whose text looks like numbers. */
  readonly warnings: readonly (ReaderWarning | ColumnWarning)[];
};

type ReaderWarning = CsvWarning | XlsxAnswer['warnings'][number];

const { SQLITE_DENY, SQLITE_FUNCTION, SQLITE_OK, SQLITE_READ, SQLITE_RECURSIVE, SQLITE_SELECT } =
  constants;
/** Actions of SQLite that a query may perform. */
const ALLOWED_ACTIONS: ReadonlySet<number> = new Set([
  SQLITE_FUNCTION,
  SQLITE_READ,
  SQLITE_RECURSIVE,
  SQLITE_SELECT,
]);
/** Functions that are refused, so that equal queries have equal answers. */
const REFUSED_FUNCTIONS: ReadonlySet<string> = new Set([
  'random',
  'randomblob',
  'load_extension',
  'current_date',
  'current_time',
  'current_timestamp',
]);

/**
 * Loads the table, then runs the query.
 *
 * @throws {TaskStop} BOUND_GAS, BOUND_DATA, TOOL_FAIL for SQL that fails
 */
export async function queryTable(
  source: DataSource,
  request: QueryRequest,
  meter: DataMeter,
): Promise<QueryAnswer> {
  using db = new DatabaseSync(':memory:', { allowExtension: false });
  const table = new QueryTable(db, request.format);
  const { columns, delimiter, warnings } = await loadTable(table, source, request, meter);
  const all = [...warnings, ...table.finish(columns, delimiter)];
  using _ = fixedDates(db);
  db.setAuthorizer((action, _first, name) =>
    ALLOWED_ACTIONS.has(action) &&
    !(action === SQLITE_FUNCTION && REFUSED_FUNCTIONS.has(name ?? ''))
      ? SQLITE_OK
      : SQLITE_DENY,
  );
  try {
    return { ...pageOf(db, request, meter), warnings: all };
  } catch (error) {
    if (error instanceof TaskStop || !(error instanceof Error)) throw error;
    throw new TaskStop('TOOL_FAIL', `the query failed: ${error.message.slice(0, 200)}`, {
      columns: columns?.slice(0, 30) ?? null,
    });
  }
}

/** A table that has been read. `columns`: its column names, null without a header. */
type Loaded = {
  readonly columns: readonly string[] | null;
  readonly delimiter: string;
  readonly warnings: readonly ReaderWarning[];
};

/** Reads all rows into the table. */
async function loadTable(
  table: QueryTable,
  source: DataSource,
  { format, header, sheet, delimiter, encoding }: QueryRequest,
  meter: DataMeter,
): Promise<Loaded> {
  const whole = { header, columns: null, offset: 0, limit: 0, count_all: true };
  switch (format) {
    case 'csv':
      return await readCsv(
        chunksOf(source),
        { ...whole, delimiter, encoding, strict: false },
        meter,
        table,
      );
    case 'json': {
      const columns = await readJsonTable(source, { header }, { meter, table });
      return { columns, delimiter: '', warnings: [] };
    }
    case 'xlsx':
      return {
        ...(await readXlsx(source, { ...whole, sheet, values: 'typed' }, meter, table)),
        delimiter: '',
      };
    default:
      return format satisfies never;
  }
}

const COMMENT = /--[^\n]*|\/\*[\s\S]*?\*\//g;

function pageOf(
  db: DatabaseSync,
  request: QueryRequest,
  meter: DataMeter,
): Omit<QueryAnswer, 'warnings'> {
  const statement = db.prepare(request.sql);
  // SQLite compiles the first statement and ignores the rest.
  const rest = request.sql.slice(statement.sourceSQL.length).replaceAll(COMMENT, '');
  if (/[^\s;]/.test(rest)) {
    throw new TaskStop(
      'TOOL_FAIL',
      'expected one SELECT over the table `t`, got several statements',
    );
  }
  const described = statement.columns();
  if (described.length === 0) {
    throw new TaskStop(
      'TOOL_FAIL',
      'expected one SELECT over the table `t`; other statements are not allowed',
    );
  }
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  const taken = new AnswerRows<string | number | null>(request.limit);
  const types: ColumnType[] = described.map(() => 'null');
  let at = 0;
  for (const row of statement.iterate()) {
    const values: readonly SQLOutputValue[] = Object.values(row);
    meter.cells(values.length);
    at += 1;
    if (at <= request.offset) continue;
    if (!taken.take(values.map(answerCell), at)) break;
    for (const [column, value] of values.entries()) {
      types[column] = typeWith(types[column] ?? 'null', value);
    }
  }
  return {
    columns: described.map(({ name }, column) => ({ name, type: types[column] ?? 'null' })),
    rows: taken.rows,
    next_offset: taken.full === null ? null : request.offset + taken.rows.length,
    stopped_by: taken.full,
  };
}

function answerCell(value: SQLOutputValue): string | number | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return Buffer.from(value).toString('hex');
}

function typeWith(before: ColumnType, value: SQLOutputValue): ColumnType {
  if (value === null) return before;
  const type = typeOf(value);
  return before === 'null' || before === type ? type : 'mixed';
}

function typeOf(value: Exclude<SQLOutputValue, null>): ColumnType {
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return 'real';
  return typeof value === 'string' ? 'text' : 'blob';
}
