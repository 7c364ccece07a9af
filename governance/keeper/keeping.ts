/** @module keeping: one term as keeper, from the won lock to the handed-over workspace. */
import { chmodSync, statSync } from 'node:fs';

import { openSqliteWriter, type SqliteWriter } from '../../kernel/ledger/sqlite.ts';
import type { KeeperHandlers } from './handlers-type.ts';
import { startKeeper } from './keeper.ts';
import { serveKeeper, type KeeperService } from './server.ts';
import { ensureSocketFolder, type WorkspacePaths } from './workspace.ts';

/** A term as keeper. */
export type Keeping = {
  /** Answers what waits, ends the connections and closes the store; the lock is the caller's to release. */
  stop(): Promise<void>;
};

/** Up to this size (bytes) a cold start reads the whole store; it takes about 0.1 s. */
const FULL_CHECK_LIMIT = 64 * 1024 * 1024;

/** A keeper lengthens the log after this pause (ms), so that short commands never pay for it. */
const LENGTHEN_AFTER_MS = 300;

/**
 * Opens the store as it is before the lock is won, so that a takeover need not wait for it. Null where that cannot be
 * done: whoever wins the lock opens it again and hears why.
 */
export function openAhead(paths: WorkspacePaths): SqliteWriter | null {
  try {
    return openSqliteWriter(paths.store, { check: 'header', migrate: false });
  } catch {
    return null;
  }
}

/**
 * Takes the next epoch and listens.
 *
 * @param options `ahead`: the store if it is open already, null to open it now; `cold`: the store was in nobody's
 *   hands, so it is read from end to end; `lost` is called when another keeper has taken over
 * @throws {LedgerError} when the store cannot be used
 */
export async function keepWorkspace(
  paths: WorkspacePaths,
  handlers: KeeperHandlers,
  options: {
    readonly ahead: SqliteWriter | null;
    readonly cold: boolean;
    readonly lost: () => void;
  },
): Promise<Keeping> {
  const writer = options.ahead ?? openNow(paths, options.cold);
  let service: KeeperService | null = null;
  try {
    const committer = await startKeeper(writer, handlers, {
      committed: (notice) => service?.broadcast(notice),
      lost: () => {
        service?.abort();
        options.lost();
      },
    });
    ensureSocketFolder(paths);
    chmodSync(paths.lock, 0o600);
    const listening = await serveKeeper(paths.socket, committer);
    service = listening;
    const lengthening = setTimeout(() => {
      // Where it cannot be lengthened, as on a full disk, the next commit says so.
      writer.lengthenLog().catch(() => undefined);
    }, LENGTHEN_AFTER_MS).unref();
    return {
      async stop() {
        clearTimeout(lengthening);
        listening.stopListening();
        await committer.drained();
        await listening.close();
        await writer.close();
      },
    };
  } catch (error) {
    await writer.close();
    throw error;
  }
}

function openNow(paths: WorkspacePaths, cold: boolean): SqliteWriter {
  const size = statSync(paths.store, { throwIfNoEntry: false })?.size ?? 0;
  const check = cold && size <= FULL_CHECK_LIMIT ? 'full' : 'header';
  return openSqliteWriter(paths.store, { check });
}
