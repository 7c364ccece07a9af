/** @module sqlite-reader: a read-only connection to the embedded store that never waits for the writer. */
import { openForReading, wholeOrZero } from './sqlite-file.ts';
import { readOver, type SyncLedgerRead } from './sqlite-queries.ts';
import { tablesOver, type FollowedCommit, type SyncLedgerTables } from './sqlite-tables.ts';

/** A reader with synchronous methods. */
export type SqliteReader = SyncLedgerRead & {
  /** A number that changes with each commit of another connection (`PRAGMA data_version`; takes some microseconds). */
  changeCounter(): number;
  /** The last applied commit of the shared log that this store copies; null if it copies none. */
  followed(): FollowedCommit | null;
  /** The derived tables, for verification. */
  readonly tables: SyncLedgerTables;
  /** Runs `work` on a snapshot of the store, which later commits do not affect. Must not be nested. */
  snapshot<T>(work: () => Promise<T>): Promise<T>;
  close(): void;
};

/**
 * Opens a separate read-only connection to the store of a workspace.
 *
 * @throws {LedgerError} NOT_A_WORKSPACE, NEWER_VERSION or CORRUPT
 */
export function openSqliteReader(path: string): SqliteReader {
  const connection = openForReading(path);
  const tables = tablesOver(connection);
  const version = connection.prepare('PRAGMA data_version');
  return {
    ...readOver(connection),
    tables,
    followed: () => tables.followedRows()[0] ?? null,
    changeCounter: () => wholeOrZero(version.one()),
    async snapshot(work) {
      connection.exec('BEGIN');
      try {
        return await work();
      } finally {
        connection.exec('COMMIT');
      }
    },
    close: connection.close,
  };
}
