/** @module lock: one keeper per workspace, held by a lock that the operating system drops when the process dies. */
import { DatabaseSync } from 'node:sqlite';

import { LedgerError } from '../../kernel/ledger/ledger.ts';

/** A try at the lock, kept open so that trying again costs microseconds. */
export type KeeperLock = {
  /** Takes the lock, or answers false at once when another holds it. */
  acquire(): boolean;
  release(): void;
  close(): void;
};

/** SQLITE_BUSY */
const BUSY = 5;

/**
 * The lock of a workspace. It is the exclusive lock of an empty SQLite database, because SQLite knows how to lock on
 * every system and counts the holders within a process too.
 *
 * A lock can be lost unnoticed (the file removed, a network drive): the epoch in the store catches that.
 */
export function openKeeperLock(path: string): KeeperLock {
  const db = new DatabaseSync(path, { timeout: 0 });
  return {
    acquire() {
      if (db.isTransaction) return true;
      try {
        db.exec('BEGIN EXCLUSIVE');
        return true;
      } catch (error) {
        if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return false;
        throw new LedgerError(
          'LOCKED',
          `\`${path}\` cannot be locked (${String(error)}); remove it`,
        );
      }
    },
    release() {
      if (db.isTransaction) db.exec('ROLLBACK');
    },
    close() {
      if (db.isOpen) db.close();
    },
  };
}
