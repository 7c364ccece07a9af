/** @module sqlite-file: opens the SQLite file of a workspace and converts its failures to ledger errors. */
import { chmodSync, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementSync,
} from 'node:sqlite';

import { createOnce } from '../base/files/create-once.ts';
import { makeFolder } from '../base/files/make-folder.ts';
import { LedgerError } from './ledger.ts';
import { APPLICATION_ID, LATEST_VERSION, MIGRATIONS, MIGRATIONS_TABLE } from './migrations.ts';
import { readableAs } from './read-only-media.ts';

/** Time (ms) that a connection waits for a lock. Contention is rare: only keepers that start, and WAL checkpoints. */
const BUSY_TIMEOUT_MS = 60_000;

/** Pause (ms) between attempts at an operation that SQLite refuses at once instead of waiting. */
const PAUSE_MS = 5;
/** Shared memory on which `Atomics.wait` sleeps. */
const PAUSE = new Int32Array(new SharedArrayBuffer(4));

/**
 * Number of pages in the write-ahead log after which a commit copies the log to the file and starts it again: 4 MB,
 * some hundred commits. A longer log means fewer copies, but more commits that wait until the log file has grown.
 */
const LOG_PAGES = 1000;
/** Size of a database page. */
const PAGE_BYTES = 4096;

/** Pages kept in memory while writing: 32 MiB. */
const CACHE = 'PRAGMA cache_size=-32768';

/** Primary result codes of SQLite, https://www.sqlite.org/rescode.html. */
const [BUSY, LOCKED, CORRUPT, CANTOPEN, CONSTRAINT, NOTADB] = [5, 6, 11, 14, 19, 26];
/** Extended result codes of violated UNIQUE and PRIMARY KEY constraints. */
const UNIQUE_VIOLATIONS: ReadonlySet<number> = new Set([1555, 2067, 2579]);

/** A row with columns by position. */
type Row = readonly SQLOutputValue[];

/** A prepared statement whose failures are ledger errors. */
export type Prepared = {
  one(...values: SQLInputValue[]): Row | undefined;
  all(...values: SQLInputValue[]): readonly Row[];
  /** Returns the number of changed rows. */
  run(...values: SQLInputValue[]): number;
};

/** A connection with statements that are prepared on first use. */
export type Connection = {
  readonly path: string;
  readonly prepare: (sql: string) => Prepared;
  readonly exec: (sql: string) => void;
  readonly inTransaction: boolean;
  /** Extends the write-ahead log to its full length without a commit. Only for writers, outside transactions. */
  readonly lengthenLog: () => void;
  readonly close: () => void;
};

/** Creates the file (mode 0600), its folder (mode 0700) and the tables; an existing workspace is not changed. */
export function createSqliteStore(path: string): void {
  makeFolder(dirname(path), 0o700);
  // INVARIANT: this process never opens the file except through SQLite: closing any descriptor of the file would drop
  // SQLite's POSIX locks (sqlite.org/howtocorrupt.html, 2.2). Therefore it is created under another name and linked.
  createOnce(path, '');
  const connection = connect(path, { readOnly: false });
  try {
    if (!isEmpty(connection)) refuseForeign(connection);
    enterWalMode(connection);
    migrate(connection);
  } finally {
    connection.close();
  }
}

/**
 * Opens the file of a workspace for writing.
 *
 * @param how `check`: `full` reads every page (SQLite's quick_check, about a second per GB), `header` only the first
 *   page; `migrate`: true migrates an older store to the latest version, false refuses it
 * @throws {LedgerError} NOT_A_WORKSPACE, NEWER_VERSION, CORRUPT or LOCKED
 */
export function openForWriting(
  path: string,
  how: { readonly check: 'full' | 'header'; readonly migrate: boolean },
): Connection {
  return openConnection(path, false, (connection) => {
    if (how.check === 'full') checkPages(connection);
    connection.exec(
      `PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=${LOG_PAGES}; PRAGMA foreign_keys=ON;
       PRAGMA recursive_triggers=ON; PRAGMA temp_store=MEMORY; ${CACHE}`,
    );
    if (how.migrate) {
      migrate(connection);
    } else if (storedVersion(connection) < LATEST_VERSION) {
      throw new LedgerError(
        'LOCKED',
        `\`${path}\` is older than this program and not yet migrated`,
      );
    }
  });
}

/** Opens the file of a workspace read-only. */
export function openForReading(path: string): Connection {
  return openConnection(path, true, (connection) => {
    connection.exec('PRAGMA query_only=ON; PRAGMA cache_size=-16384');
  });
}

/** The value of a text column. @throws {LedgerError} CORRUPT for a value of another type */
export function text(row: Row, column: number): string {
  const value = row[column];
  if (typeof value === 'string') return value;
  throw new LedgerError('CORRUPT', `got ${typeof value} in column ${column}, want text`);
}

/** The value of a text column that may be null. */
export function textOrNull(row: Row, column: number): string | null {
  return row[column] === null ? null : text(row, column);
}

/** The value of an integer column. @throws {LedgerError} CORRUPT for a value of another type */
export function whole(row: Row, column: number): number {
  const value = row[column];
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new LedgerError('CORRUPT', `got ${typeof value} in column ${column}, want an integer`);
}

/** The bytes of a blob column. @throws {LedgerError} CORRUPT for a value of another type */
export function bytesIn(row: Row, column: number): Uint8Array {
  const value = row[column];
  if (value instanceof Uint8Array) return value;
  throw new LedgerError('CORRUPT', `got ${typeof value} in column ${column}, want bytes`);
}

/** The integer in the first column of a row; 0 without a row. */
export function wholeOrZero(row: Row | undefined): number {
  return row === undefined ? 0 : whole(row, 0);
}

/**
 * Switches the file to the write-ahead log. The switch needs exclusive access, and SQLite refuses it at once instead of
 * waiting when another connection does the same.
 */
function enterWalMode(connection: Connection): void {
  for (const deadline = Date.now() + BUSY_TIMEOUT_MS; ; Atomics.wait(PAUSE, 0, 0, PAUSE_MS)) {
    try {
      connection.exec('PRAGMA journal_mode=WAL');
      return;
    } catch (error) {
      const locked = error instanceof LedgerError && error.code === 'LOCKED';
      if (!locked || Date.now() > deadline) throw error;
    }
  }
}

function openConnection(
  path: string,
  readOnly: boolean,
  prepareConnection: (connection: Connection) => void,
): Connection {
  if (!existsSync(path)) throw notAWorkspace(path, 'there is no file');
  const connection = connect(path, { readOnly });
  try {
    if (isEmpty(connection)) throw notAWorkspace(path, 'the file is empty');
    refuseForeign(connection);
    prepareConnection(connection);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function connect(path: string, options: { readonly readOnly: boolean }): Connection {
  const place = options.readOnly ? readableAs(path) : path;
  const db = guarded(path, () => new DatabaseSync(place, { ...options, timeout: BUSY_TIMEOUT_MS }));
  if (!options.readOnly) chmodSync(path, 0o600);
  const statements = new Map<string, Prepared>();
  return {
    path,
    prepare(sql) {
      const known = statements.get(sql);
      if (known !== undefined) return known;
      const statement = wrapStatement(
        path,
        guarded(path, () => db.prepare(sql)),
      );
      statements.set(sql, statement);
      return statement;
    },
    exec(sql) {
      guarded(path, () => db.exec(sql));
    },
    get inTransaction() {
      return db.isTransaction;
    },
    lengthenLog() {
      guarded(path, () => lengthenLog(db, path));
    },
    close() {
      if (db.isOpen) db.close();
    },
  };
}

/**
 * Extends the write-ahead log with a transaction that exceeds its cache, so that SQLite writes pages before the commit.
 * The transaction is rolled back. Its pages remain in the log file after the last valid frame: recovery ignores them,
 * and the next commits overwrite them (sqlite.org/walformat.html, 4.2).
 */
function lengthenLog(db: DatabaseSync, path: string): void {
  const length = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (length >= LOG_PAGES * PAGE_BYTES) return;
  db.exec('PRAGMA cache_size=10; BEGIN IMMEDIATE');
  try {
    db.prepare('INSERT INTO counters VALUES (hex(zeroblob(?)), 0)').run(
      (LOG_PAGES * PAGE_BYTES) / 2,
    );
  } finally {
    if (db.isTransaction) db.exec('ROLLBACK');
    db.exec(CACHE);
  }
}

function wrapStatement(path: string, statement: StatementSync): Prepared {
  statement.setReturnArrays(true);
  return {
    one: (...values) => guarded(path, () => asRow(statement.get(...values))),
    all: (...values) => guarded(path, () => statement.all(...values).map(rowOf)),
    run: (...values) => guarded(path, () => Number(statement.run(...values).changes)),
  };
}

/** With `setReturnArrays` every row is an array, which the types do not express. */
function rowOf(row: unknown): Row {
  if (Array.isArray(row)) return row;
  throw new LedgerError('CORRUPT', `got a row of type ${typeof row}, want an array`);
}

function asRow(row: unknown): Row | undefined {
  return row === undefined ? undefined : rowOf(row);
}

function isEmpty(connection: Connection): boolean {
  return (
    pragma(connection, 'application_id') === 0 &&
    connection.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').one() === undefined
  );
}

function refuseForeign(connection: Connection): void {
  const id = pragma(connection, 'application_id');
  if (id !== APPLICATION_ID) {
    throw notAWorkspace(connection.path, `its application id is ${id}, want ${APPLICATION_ID}`);
  }
  const version = storedVersion(connection);
  if (version > LATEST_VERSION) {
    throw new LedgerError(
      'NEWER_VERSION',
      `\`${connection.path}\` was written by a newer version of this program: its store has version ` +
        `${version}, this program supports ${LATEST_VERSION}; upgrade the program, the workspace was not changed`,
    );
  }
}

function storedVersion(connection: Connection): number {
  return wholeOrZero(connection.prepare('SELECT coalesce(max(version), 0) FROM migrations').one());
}

function migrate(connection: Connection): void {
  if (!isEmpty(connection) && storedVersion(connection) === LATEST_VERSION) return;
  connection.exec('BEGIN IMMEDIATE');
  try {
    connection.exec(`PRAGMA application_id=${APPLICATION_ID}`);
    const recorded = connection
      .prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'")
      .one();
    if (recorded === undefined) connection.exec(MIGRATIONS_TABLE);
    const version = storedVersion(connection);
    for (const step of MIGRATIONS) {
      if (step.version <= version) continue;
      connection.exec(step.sql);
      connection.prepare('INSERT INTO migrations VALUES (?, ?)').run(step.version, step.name);
    }
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

function checkPages(connection: Connection): void {
  const row = connection.prepare('PRAGMA quick_check(1)').one();
  const found = row === undefined ? 'no answer' : text(row, 0);
  if (found === 'ok') return;
  throw corrupt(connection.path, found);
}

function pragma(connection: Connection, name: string): number {
  return wholeOrZero(connection.prepare(`PRAGMA ${name}`).one());
}

function corrupt(path: string, found: string): LedgerError {
  return new LedgerError(
    'CORRUPT',
    `\`${path}\` is damaged (${found.replaceAll(/\s+/g, ' ').trim()}); ` +
      'it was not changed; restore it from a copy',
  );
}

function notAWorkspace(path: string, found: string): LedgerError {
  return new LedgerError(
    'NOT_A_WORKSPACE',
    `\`${path}\` is not the store of a workspace: ${found}`,
  );
}

/** Calls SQLite. Errors about the file become ledger errors; all other errors are thrown unchanged. */
function guarded<T>(path: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw toLedgerError(path, error);
  }
}

function toLedgerError(path: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  // An integer that JavaScript cannot represent; this program writes no such number.
  if ('code' in error && error.code === 'ERR_OUT_OF_RANGE') return corrupt(path, error.message);
  if (!('errcode' in error) || typeof error.errcode !== 'number') return error;
  const primary = error.errcode % 256;
  if (primary === CORRUPT || primary === NOTADB) return corrupt(path, error.message);
  if (primary === CANTOPEN) return notAWorkspace(path, error.message);
  if (primary === BUSY || primary === LOCKED) {
    return new LedgerError('LOCKED', `\`${path}\` is locked by another process`);
  }
  if (primary === CONSTRAINT && UNIQUE_VIOLATIONS.has(error.errcode)) {
    return new LedgerError('DUPLICATE', error.message.toLowerCase());
  }
  return error;
}
