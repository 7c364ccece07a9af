/** @module import workspace: a new workspace with the log of a file, in its own store or in a database that others share. */
import { rmSync } from 'node:fs';

import { LedgerError, type LedgerWriter } from '../../../kernel/ledger/ledger.ts';
import { openSqliteWriter } from '../../../kernel/ledger/sqlite-writer.ts';
import type { KeeperHandlers } from '../protocol/keeper-handlers.ts';
import { importLines, logNameIn, type PortableEnd } from '../shared/portable.ts';
import { ownStore, sharedStore } from '../shared/shared-store.ts';
import { createWorkspaceFiles, type WorkspacePaths } from '../workspace/workspace-files.ts';
import { openKeeperLock } from './keeper-lock.ts';

/** Nothing is decided while a file is read in, and nothing is kept in mind. */
const NOBODY: Pick<KeeperHandlers, 'ended' | 'followed'> = {
  ended: () => [],
  followed: () => undefined,
};

/**
 * Makes the workspace, whose key must lie in its place. Where it fails, no store is left behind; what is in a database
 * by then stays there.
 *
 * @param lines opens the file: a reader of lines that is open loses those that nobody waits for
 * @param url the database, null for a workspace on this machine alone
 * @throws {LedgerError} as `importLines`; UNREACHABLE
 */
export async function importWorkspace(
  paths: WorkspacePaths,
  lines: () => AsyncIterable<string>,
  url: string | null,
): Promise<PortableEnd> {
  const name = logNameIn(paths);
  createWorkspaceFiles(paths.dir);
  const lock = openKeeperLock(paths.lock);
  try {
    if (!lock.acquire()) throw new LedgerError('LOCKED', 'another process uses this folder');
    const local = openSqliteWriter(paths.store, { copy: url !== null });
    let open: LedgerWriter = local;
    try {
      const { writer } =
        url === null ? ownStore(local) : await sharedStore(local, { url, name }, NOBODY);
      open = writer;
      const end = await importLines(lines(), writer, name);
      await writer.close();
      return end;
    } catch (error) {
      await open.close();
      for (const end of ['', '-wal', '-shm']) rmSync(`${paths.store}${end}`, { force: true });
      throw error;
    }
  } finally {
    lock.release();
    lock.close();
  }
}
