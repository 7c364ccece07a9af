/** @module read-only-media: opens a store in a read-only folder, such as a mounted image or a backup. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

import { LedgerError } from './ledger.ts';

/**
 * The path or URL from which SQLite reads the store. In a read-only folder SQLite cannot create the index of its
 * write-ahead log, which it needs even if this log is empty. The URL therefore declares the file as immutable
 * (sqlite.org/wal.html, "Read-Only Databases"). This is only correct while no process has the store open; an existing
 * index indicates such a process, and the plain path is returned.
 *
 * @throws {LedgerError} LOCKED if the log has commits that would be skipped
 */
export function readableAs(path: string): string | URL {
  if (isWritable(dirname(path)) || existsSync(`${path}-shm`)) return path;
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (log > 0) {
    throw new LedgerError(
      'LOCKED',
      `\`${path}\` is in a read-only folder, and its newest commits are in \`${path}-wal\`: copy both files to a writable folder and open the copy`,
    );
  }
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return url;
}

/** Whether files can be created in a folder. */
export function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
