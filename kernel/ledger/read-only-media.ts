/** @module read-only-media: how a store is opened in a folder in which nothing can be written: a mounted image, a backup. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

import { LedgerError } from './ledger.ts';

/**
 * Where SQLite is to read the store from. In a folder that cannot be written it cannot make the index of its log, which
 * it wants even for an empty one; then it is told that nothing changes the file (sqlite.org/wal.html, "Read-Only
 * Databases"). That holds where nobody has the store open, so not where there is an index.
 *
 * @throws {LedgerError} LOCKED where the log holds commits that would be passed over
 */
export function readableAs(path: string): string | URL {
  if (isWritable(dirname(path)) || existsSync(`${path}-shm`)) return path;
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (log > 0) {
    throw new LedgerError(
      'LOCKED',
      `\`${path}\` lies in a folder that cannot be written, and its newest commits are in \`${path}-wal\`: copy both files to a folder that can, and open the copy`,
    );
  }
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return url;
}

/** Whether files can be made in a folder. */
export function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
