/** @module sqlite-writer: the one writer of the embedded store, a file in WAL mode that is durable at every commit. */
import { FOLLOWED_RANGE, followedCounter } from './followed-counter.ts';
import type { Awaitable, LedgerRead, LedgerTransaction, LedgerWriter } from './ledger.ts';
import { openForReading, openForWriting, text, whole, type Connection } from './sqlite-file.ts';
import { readOver } from './sqlite-queries.ts';
import { transactionOver, type SqliteTransaction } from './sqlite-transaction.ts';

/** A commit of a shared log: its number and hash. */
export type FollowedCommit = { readonly log: string; readonly n: number; readonly hash: string };

/** The writer of a file. */
export type SqliteWriter = LedgerWriter & {
  /** The commit of a shared log up to which this store is its copy, null where it follows none. */
  readonly followed: {
    readonly position: () => FollowedCommit | null;
    /** Inside of a transaction, with which it is committed. */
    readonly move: (to: FollowedCommit) => void;
  };
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
 *   an older store instead of migrating it (default true); `copy`: the store is a copy of a shared log, which makes up
 *   for what a power cut takes: commits do not wait for the disk (default false)
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
  // In WAL mode this loses the last commits with the power, never the order or the whole of one (sqlite.org/pragma.html).
  if (options.copy === true) connection.exec('PRAGMA synchronous=NORMAL');
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
    followed: followedOver(connection),
    async close() {
      await last;
      readConnection?.close();
      // Left to the last connection, the log would stay as long as any reader is open.
      if (used) connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').one();
      connection.close();
    },
  };
}

function followedOver({ prepare }: Connection): SqliteWriter['followed'] {
  return {
    position() {
      const row = prepare('SELECT log, n, hash FROM followed').one();
      return row === undefined ? null : { log: text(row, 0), n: whole(row, 1), hash: text(row, 2) };
    },
    move({ log, n, hash }) {
      prepare(
        'INSERT INTO followed VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET n = ?2, hash = ?3',
      ).run(log, n, hash);
      // Written twice, so that verification names a row that was edited or taken away.
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
