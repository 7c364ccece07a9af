/** @module query: one SELECT over the table of a file, a page of its rows, with the type of each column. */
import { constants, DatabaseSync } from 'node:sqlite';
import type { SQLOutputValue } from 'node:sqlite';

import { TaskStop } from '../../task/task-stop.ts';
import { AnswerRows } from '../bounds.ts';
import type { DataMeter } from '../bounds.ts';
import { readCsv } from '../csv/read.ts';
import { chunksOf } from '../source.ts';
import type { DataSource, ReadAt } from '../source.ts';
import { readXlsx } from '../xlsx/read.ts';
import { fixedDates } from './fixed-dates.ts';
import { readJsonTable } from './json-table.ts';
import { QueryTable } from './table.ts';

/** A request to query a table; see `createDataQueryRunner` for each member. */
export type QueryRequest = {
  readonly sql: string;
  readonly format: 'csv' | 'json' | 'xlsx';
  readonly sheet: string | number;
  readonly header: boolean;
  readonly offset: number;
  readonly limit: number;
};

/** The type of a column's values on this page; `mixed` where they differ, `null` where there are none. */
type ColumnType = 'integer' | 'real' | 'text' | 'blob' | 'mixed' | 'null';

/** One answer. Integers beyond what JSON numbers hold are text, bytes are hexadecimal text. */
export type QueryAnswer = {
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  readonly next_offset: number | null;
  readonly stopped_by: 'limit' | 'size' | null;
};

const { SQLITE_DENY, SQLITE_FUNCTION, SQLITE_OK, SQLITE_READ, SQLITE_RECURSIVE, SQLITE_SELECT } =
  constants;
const ALLOWED: ReadonlySet<number> = new Set([
  SQLITE_FUNCTION,
  SQLITE_READ,
  SQLITE_RECURSIVE,
  SQLITE_SELECT,
]);
/** Equal queries have equal answers. */
const REFUSED_FUNCTIONS: ReadonlySet<string> = new Set([
  'random',
  'randomblob',
  'load_extension',
  'current_date',
  'current_time',
  'current_timestamp',
]);

/** Loads the table, then answers. Throws `TaskStop`: BOUND_GAS, BOUND_DATA, TOOL_FAIL for SQL that does not run. */
export async function queryTable(
  source: DataSource,
  request: QueryRequest,
  { meter, readAt }: Reading,
): Promise<QueryAnswer> {
  using db = new DatabaseSync(':memory:', { allowExtension: false });
  const table = new QueryTable(db, request.format);
  const columns = await columnsInto(table, source, request, { meter, readAt });
  table.finish(columns);
  using _ = fixedDates(db);
  db.setAuthorizer((action, _first, name) =>
    ALLOWED.has(action) && !(action === SQLITE_FUNCTION && REFUSED_FUNCTIONS.has(name ?? ''))
      ? SQLITE_OK
      : SQLITE_DENY,
  );
  try {
    return pageOf(db, request, meter);
  } catch (error) {
    if (error instanceof TaskStop || !(error instanceof Error)) throw error;
    throw new TaskStop('TOOL_FAIL', `the query does not run: ${error.message.slice(0, 200)}`, {
      columns: columns?.slice(0, 30) ?? null,
    });
  }
}

type Reading = { readonly meter: DataMeter; readonly readAt: ReadAt };

/** Reads all rows into the table; answers the names of its columns, null without a header. */
async function columnsInto(
  table: QueryTable,
  source: DataSource,
  { format, header, sheet }: QueryRequest,
  { meter, readAt }: Reading,
): Promise<readonly string[] | null> {
  const whole = { header, columns: null, offset: 0, limit: 0, count_all: true };
  switch (format) {
    case 'csv': {
      const text = { ...whole, delimiter: null, encoding: null, strict: false };
      return (await readCsv(chunksOf(source, readAt), text, meter, table)).columns;
    }
    case 'json':
      return await readJsonTable(source, { header }, { meter, readAt, table });
    case 'xlsx':
      return (await readXlsx(source, { ...whole, sheet, values: 'typed' }, meter, table)).columns;
    default:
      return format satisfies never;
  }
}

const COMMENT = /--[^\n]*|\/\*[\s\S]*?\*\//g;

function pageOf(db: DatabaseSync, request: QueryRequest, meter: DataMeter): QueryAnswer {
  const statement = db.prepare(request.sql);
  // SQLite compiles the first statement and leaves the rest unread.
  const rest = request.sql.slice(statement.sourceSQL.length).replaceAll(COMMENT, '');
  if (/[^\s;]/.test(rest)) {
    throw new TaskStop('TOOL_FAIL', 'got several statements, want one SELECT over the table `t`');
  }
  const described = statement.columns();
  if (described.length === 0) {
    throw new TaskStop('TOOL_FAIL', 'want one SELECT over the table `t`; nothing can be changed');
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
    if (!taken.take(values.map(shownOf), at)) break;
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

function shownOf(value: SQLOutputValue): string | number | null {
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
