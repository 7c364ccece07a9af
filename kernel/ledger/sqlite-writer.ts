/** @module sqlite-writer: the one writer of the embedded store, a file in WAL mode that is durable at every commit. */
import type { Awaitable, LedgerRead, LedgerTransaction, LedgerWriter } from './ledger.ts';
import { openForReading, openForWriting, type Connection } from './sqlite-file.ts';
import { readOver } from './sqlite-queries.ts';
import { transactionOver, type SqliteTransaction } from './sqlite-transaction.ts';

/** The writer of a file. */
export type SqliteWriter = LedgerWriter & {
  /**
   * Gives the write-ahead log the length at which it is written from its start again: a commit that need not lengthen
   * it waits about half as long for the disk. Nothing is committed.
   */
  lengthenLog(): Promise<void>;
};

/**
 * Opens the one writer of a workspace's store; `createSqliteStore` makes the file.
 *
 * Transactions run one after the other; each is on disk (`synchronous=FULL`) when its promise resolves.
 *
 * @param options `check`: `full` (default) reads every page first, `header` only the first; `migrate`: false refuses
 *   an older store instead of migrating it (default true)
 * @throws {LedgerError} NOT_A_WORKSPACE, NEWER_VERSION, CORRUPT or LOCKED
 */
export function openSqliteWriter(
  path: string,
  options: { readonly check?: 'full' | 'header'; readonly migrate?: boolean } = {},
): SqliteWriter {
  const connection = openForWriting(path, {
    check: options.check ?? 'full',
    migrate: options.migrate ?? true,
  });
  const transaction = transactionOver(connection);
  // A connection reads its own uncommitted rows, so reads outside transactions have another one.
  let readConnection: Connection | undefined;
  let reader: LedgerRead | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let used = false;
  return {
    get reader() {
      readConnection ??= openForReading(path);
      reader ??= readOver(readConnection);
      return reader;
    },
    transact(work) {
      used = true;
      const done = last.then(() => transact(connection, transaction, work));
      last = done.catch(() => undefined);
      return done;
    },
    async lengthenLog() {
      const done = last.then(() => connection.lengthenLog());
      last = done.catch(() => undefined);
      await done;
    },
    async close() {
      await last;
      readConnection?.close();
      // Left to the last connection, the log would stay as long as any reader is open.
      if (used) connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').one();
      connection.close();
    },
  };
}

async function transact<T>(
  connection: Connection,
  transaction: SqliteTransaction,
  work: (tx: LedgerTransaction) => Awaitable<T>,
): Promise<T> {
  connection.prepare('BEGIN IMMEDIATE').run();
  try {
    transaction.begun();
    const result = await work(transaction.tx);
    transaction.beforeCommit();
    connection.prepare('COMMIT').run();
    return result;
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}
