/** @module sqlite-reader: a read-only connection to the embedded store that never waits for the writer. */
import { openForReading, text, whole } from './sqlite-file.ts';
import { readOver, type SyncLedgerRead } from './sqlite-queries.ts';
import { tablesOver, type SyncLedgerTables } from './sqlite-tables.ts';

/** A synchronous reader. */
export type SqliteReader = SyncLedgerRead & {
  /** Changes whenever another connection has committed (`PRAGMA data_version`, some microseconds). */
  changeCounter(): number;
  /** The commit of a shared log up to which this store is its copy; null where it follows none. */
  followed(): { readonly log: string; readonly n: number; readonly hash: string } | null;
  /** What lies beside events, chain and registry, for verification. */
  readonly tables: SyncLedgerTables;
  /** Runs `work` on the store as it is now, whatever is committed meanwhile. Not to be nested. */
  snapshot<T>(work: () => Promise<T>): Promise<T>;
  close(): void;
};

/**
 * Opens a read-only connection of its own to a workspace's store.
 *
 * @throws {LedgerError} NOT_A_WORKSPACE, NEWER_VERSION or CORRUPT
 */
export function openSqliteReader(path: string): SqliteReader {
  const connection = openForReading(path);
  const version = connection.prepare('PRAGMA data_version');
  return {
    ...readOver(connection),
    tables: tablesOver(connection),
    followed() {
      const isKept = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'followed'");
      if (isKept.one() === undefined) return null;
      const row = connection.prepare('SELECT log, n, hash FROM followed').one();
      return row === undefined ? null : { log: text(row, 0), n: whole(row, 1), hash: text(row, 2) };
    },
    changeCounter() {
      const row = version.one();
      return row === undefined ? 0 : whole(row, 0);
    },
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
