/** @module lock: one keeper per workspace, held by a lock that the operating system drops when the process ends. */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

import { LedgerError } from '../../../kernel/ledger/ledger.ts';

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
 * The lock of a workspace. It is the exclusive lock of an empty SQLite database, because SQLite locks on
 * every system and counts the holders within a process too.
 *
 * A lock can be lost unnoticed (the file removed, a network drive): the epoch in the store catches that.
 */
export function openKeeperLock(path: string): KeeperLock {
  let db = new DatabaseSync(path, { timeout: 0 });
  let file = fileAt(path);
  const tryOnce = (): boolean => {
    try {
      db.exec('BEGIN EXCLUSIVE');
      return true;
    } catch (error) {
      if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return false;
      throw new LedgerError('LOCKED', `\`${path}\` cannot be locked (${String(error)}); remove it`);
    }
  };
  return {
    acquire() {
      if (db.isTransaction) return true;
      // A lock on a file that was removed would exclude no other process.
      if (fileAt(path) !== file) {
        db.close();
        db = new DatabaseSync(path, { timeout: 0 });
        file = fileAt(path);
      }
      return tryOnce();
    },
    release() {
      if (db.isTransaction) db.exec('ROLLBACK');
    },
    close() {
      if (db.isOpen) db.close();
    },
  };
}

/** Which file lies at the path, undefined when none does. Looking does not open it: that would drop the lock. */
function fileAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
