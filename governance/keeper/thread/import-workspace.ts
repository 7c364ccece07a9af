/** @module import-workspace: creates a workspace from an exported log, in its own store or in a shared database. */
import { renameSync, rmSync } from 'node:fs';

import type { Write } from '../../../kernel/ledger/follow/commit-text.ts';
import { LedgerError, type LedgerWriter } from '../../../kernel/ledger/ledger.ts';
import { createSqliteStore } from '../../../kernel/ledger/sqlite-file.ts';
import { openSqliteWriter } from '../../../kernel/ledger/sqlite-writer.ts';
import type { KeeperHandlers } from '../protocol/keeper-handlers.ts';
import { checkLines, importLines, logNameIn, type PortableEnd } from '../shared/portable.ts';
import { ownStore, sharedStore } from '../shared/shared-store.ts';
import { makeWorkspaceFolders, type WorkspacePaths } from '../workspace/workspace-files.ts';
import { openKeeperLock } from './keeper-lock.ts';

/** Handlers without state: an import makes no decisions and caches nothing. */
const NO_HANDLERS: Pick<KeeperHandlers, 'ended' | 'followed'> = {
  ended: () => [],
  followed: () => undefined,
};

/** Suffixes of the files of a SQLite store. */
const PARTS = ['', '-wal', '-shm'];

/**
 * Creates the workspace, whose key must already be in place. Its store gets its final name only when it is complete and
 * verified, so an interrupted import leaves no workspace. Writes in a shared database remain, and importing the same
 * file again continues after them.
 *
 * @param lines opens the file, from its beginning on each call
 * @param url the database; null for a workspace on this machine alone
 * @param verify throws if a store does not verify
 * @throws {LedgerError} as `importLines`; UNREACHABLE
 */
export async function importWorkspace(
  paths: WorkspacePaths,
  lines: () => AsyncIterable<string>,
  url: string | null,
  verify: (store: string) => Promise<void> = async () => undefined,
): Promise<PortableEnd> {
  const name = logNameIn(paths);
  makeWorkspaceFolders(paths.dir);
  const lock = openKeeperLock(paths.lock);
  const store = `${paths.store}.importing`;
  try {
    if (!lock.acquire()) throw new LedgerError('LOCKED', 'another process uses this folder');
    // Left over by a killed import.
    remove(store);
    createSqliteStore(store);
    const end = await importInto(store, lines, { url, name });
    await verify(store);
    renameSync(store, paths.store);
    return end;
  } catch (error) {
    remove(store);
    throw error;
  } finally {
    lock.release();
    lock.close();
  }
}

async function importInto(
  store: string,
  lines: () => AsyncIterable<string>,
  { url, name }: { readonly url: string | null; readonly name: string },
): Promise<PortableEnd> {
  // An incomplete file must not be written at all.
  await checkLines(lines(), name);
  const local = openSqliteWriter(store, { copy: url !== null });
  let open: LedgerWriter = local;
  try {
    const applied: Write[] = [];
    const { writer } =
      url === null
        ? ownStore(local)
        : await sharedStore(local, { url, name }, NO_HANDLERS, (commits) => {
            applied.push(...commits.flatMap(({ writes }) => writes));
          });
    open = writer;
    return await importLines(lines(), writer, { log: name, applied });
  } finally {
    await open.close();
  }
}

function remove(store: string): void {
  for (const part of PARTS) rmSync(`${store}${part}`, { force: true });
}
