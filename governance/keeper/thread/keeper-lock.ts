/** @module keeper-lock: the lock that allows one keeper per workspace; the operating system drops it with the process. */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

import { LedgerError } from '../../../kernel/ledger/ledger.ts';

/** An open lock file, so that another attempt costs microseconds. */
export type KeeperLock = {
  /** Takes the lock; false immediately when another process holds it. */
  acquire(): boolean;
  release(): void;
  close(): void;
};

/** SQLITE_BUSY */
const BUSY = 5;

/**
 * The lock of a workspace: the exclusive lock of an empty SQLite database, because SQLite locks work on every system and
 * also between holders in one process.
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

/** Inode of the file at the path; undefined without a file. The file is not opened, because closing it drops the lock. */
function fileAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
