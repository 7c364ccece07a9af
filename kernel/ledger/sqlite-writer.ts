/** @module sqlite-writer: the only writer of the embedded store; every commit is durable. */
import { FOLLOWED_RANGE, followedCounter } from './followed-counter.ts';
import type { Awaitable, LedgerRead, LedgerTransaction, LedgerWriter } from './ledger.ts';
import { openForReading, openForWriting, type Connection } from './sqlite-file.ts';
import { readOver } from './sqlite-queries.ts';
import { toFollowed, type FollowedCommit } from './sqlite-tables.ts';
import { transactionOver, type SqliteTransaction } from './sqlite-transaction.ts';

/** The writer of a file. */
export type SqliteWriter = LedgerWriter & {
  /** The last applied commit of the shared log that this store copies; null if it copies none. */
  readonly followed: {
    readonly position: () => FollowedCommit | null;
    /** Records the last applied commit. Must be called inside a transaction. */
    readonly move: (to: FollowedCommit) => void;
  };
  /**
   * Extends the write-ahead log to its full length in advance, because a commit that does not extend the file waits
   * about half as long for the disk. Nothing is committed.
   */
  lengthenLog(): Promise<void>;
};

/**
 * Opens the writer of the store of a workspace, whose file must exist (see `createSqliteStore`). There must be only
 * one.
 *
 * Transactions run one after the other; each is on disk (`synchronous=FULL`) when its promise resolves.
 *
 * @param options `check`: `full` (default) reads every page first, `header` only the first page; `migrate`: false
 * refuses an older store instead of migrating it (default true); `copy`: true if the store is a copy of a shared log
 * (default false); commits then do not wait for the disk, because those lost in a power cut are in the log
 * @throws {LedgerError} NOT_A_WORKSPACE, NEWER_VERSION, CORRUPT or LOCKED
 */
export function openSqliteWriter(
  path: string,
  options: {
    readonly check?: 'full' | 'header';
    readonly migrate?: boolean;
    readonly copy?: boolean;
  } = {},
): SqliteWriter {
  const connection = openForWriting(path, {
    check: options.check ?? 'full',
    migrate: options.migrate ?? true,
  });
  // In WAL mode, a power cut can then lose the last commits, but never their order or atomicity
  // (sqlite.org/pragma.html).
  if (options.copy === true) connection.exec('PRAGMA synchronous=NORMAL');
  const transaction = transactionOver(connection);
  // A connection sees its own uncommitted rows, so reads outside transactions use a second connection.
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
    followed: followedOver(connection),
    async close() {
      await last;
      readConnection?.close();
      // Truncates the write-ahead log, which would otherwise remain until the last reader is closed.
      if (used) connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').one();
      connection.close();
    },
  };
}

function followedOver({ prepare }: Connection): SqliteWriter['followed'] {
  return {
    position() {
      const row = prepare('SELECT log, n, hash FROM followed').one();
      return row === undefined ? null : toFollowed(row);
    },
    move({ log, n, hash }) {
      prepare(
        'INSERT INTO followed VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET n = ?2, hash = ?3',
      ).run(log, n, hash);
      // Stored a second time as a counter, so that verification detects an edited or deleted row.
      prepare('DELETE FROM counters WHERE name >= ? AND name < ?').run(...FOLLOWED_RANGE);
      prepare('INSERT INTO counters VALUES (?, ?)').run(followedCounter({ log, hash }), n);
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
