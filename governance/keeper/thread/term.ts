/** @module term: one term as keeper, from taking the lock to the end of service. */
import { chmodSync, statSync } from 'node:fs';
import process from 'node:process';

import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { openSqliteWriter, type SqliteWriter } from '../../../kernel/ledger/sqlite-writer.ts';
import { type GroupCommitter, startKeeper } from '../commit/group-committer.ts';
import { WitnessWriter } from '../commit/witness-writer.ts';
import type { KeeperHandlers } from '../protocol/keeper-handlers.ts';
import { ownStore, sharedStore, type SharedLog } from '../shared/shared-store.ts';
import { serveKeeper, type KeeperService } from '../socket/server.ts';
import { Notifier } from '../webhook/notifier.ts';
import type { WorkspacePaths } from '../workspace/workspace-files.ts';

/** A term as keeper. */
export type Term = {
  /** Answers queued requests, closes the connections and the store; the caller releases the lock. */
  stop(): Promise<void>;
};

/** Largest store (bytes) that a cold start checks completely; this takes about 0.1 s. */
const FULL_CHECK_LIMIT = 64 * 1024 * 1024;

/** Pause (ms) before a keeper lengthens the log, so that short commands are not delayed. */
const LENGTHEN_AFTER_MS = 300;

/**
 * Opens the store before the lock is taken, so that a takeover does not wait for it. Null if that fails: the process that
 * gets the lock opens it again and reports the reason.
 */
export function openStandbyStore(paths: WorkspacePaths, copy: boolean): SqliteWriter | null {
  try {
    return openSqliteWriter(paths.store, { check: 'header', migrate: false, copy });
  } catch {
    return null;
  }
}

/**
 * Takes the next epoch and listens.
 *
 * @param options `store`: the store if it is already open, null to open it now; `cold`: no keeper had the store before, so
 *   it is checked completely; `onLost` is called when another keeper has taken over; `shared`: the shared log of which the
 *   store is a copy, null for a local store
 * @throws {LedgerError} when the store cannot be used
 */
export async function startTerm(
  paths: WorkspacePaths,
  handlers: KeeperHandlers,
  options: {
    readonly store: SqliteWriter | null;
    readonly cold: boolean;
    readonly onLost: () => void;
    readonly shared: SharedLog | null;
  },
): Promise<Term> {
  const { shared } = options;
  const local = options.store ?? openNow(paths, options.cold, shared !== null);
  const store = await closeOnError(local, async () =>
    shared === null ? ownStore(local) : sharedStore(local, shared, handlers),
  );
  const { writer } = store;
  const witness = new WitnessWriter(writer.reader, paths);
  let service: KeeperService | null = null;
  let notifier: Notifier | null = null;
  try {
    const committer = await startKeeper(writer, withWitnessWarning(handlers, witness), {
      committed: (notice) => {
        service?.broadcast(notice);
        notifier?.moved(notice.approvals, false);
      },
      durable: () => {
        witness.committed();
        void notifier?.committed();
      },
      usable: store.usable,
      lost: () => {
        service?.abort();
        options.onLost();
      },
    });
    chmodSync(paths.lock, 0o600);
    const listening = await serveKeeper(paths, committer);
    service = listening;
    const webhookNotifier = openNotifier(paths, writer.reader, committer);
    notifier = webhookNotifier;
    void webhookNotifier.committed();
    store.follow((notice) => {
      listening.broadcast(notice);
      witness.committed();
      webhookNotifier.moved(notice.approvals, true);
      void webhookNotifier.committed();
    });
    const lengthening = setTimeout(() => {
      // If this fails, for example on a full disk, the next commit fails with the reason.
      local.lengthenLog().catch(() => undefined);
    }, LENGTHEN_AFTER_MS).unref();
    return {
      async stop() {
        clearTimeout(lengthening);
        store.stop();
        listening.stopListening();
        await webhookNotifier.close();
        await committer.drained();
        await listening.close();
        await witness.close();
        await writer.close();
      },
    };
  } catch (error) {
    store.stop();
    await writer.close();
    throw error;
  }
}

/** The notifier of the approval webhook; its transactions run between those of requests. */
function openNotifier(
  { webhookKey }: WorkspacePaths,
  source: LedgerRead,
  committer: GroupCommitter,
): Notifier {
  const client = {};
  return new Notifier({
    source,
    async transact(work) {
      const results: Awaited<ReturnType<typeof work>>[] = [];
      await committer.execute(client, async (tx) => void results.push(await work(tx)));
      const result = results.at(-1);
      if (result === undefined) throw new Error('the transaction has no result');
      return result;
    },
    now: () => new Date(),
    secret: { path: webhookKey, env: process.env },
  });
}

async function closeOnError<T>(store: SqliteWriter, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await store.close();
    throw error;
  }
}

const UNWITNESSED =
  'the witness of the audit log does not have its checkpoints: tell the operator to run `plumbline doctor`';

/** The rules of governance; a commit while the witness lacks checkpoints is answered with a warning. */
function withWitnessWarning(handlers: KeeperHandlers, witness: WitnessWriter): KeeperHandlers {
  return {
    ...handlers,
    submit: async (tx, request) => {
      const reply = await handlers.submit(tx, request);
      if (reply.status !== 'committed' || witness.fault === null) return reply;
      return { ...reply, warnings: [...reply.warnings, UNWITNESSED] };
    },
  };
}

function openNow(paths: WorkspacePaths, cold: boolean, copy: boolean): SqliteWriter {
  const size = statSync(paths.store, { throwIfNoEntry: false })?.size ?? 0;
  const check = cold && size <= FULL_CHECK_LIMIT ? 'full' : 'header';
  return openSqliteWriter(paths.store, { check, copy });
}
