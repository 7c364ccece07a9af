/** @module keeper-thread: the keeper's thread: it competes for the lock on command, and serves the workspace while it holds the lock. */
import { createPrivateKey, randomUUIDv7 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';

import { publicKeyOf } from '../../../kernel/base/canonical/signature.ts';
import { LedgerError } from '../../../kernel/ledger/ledger.ts';
import type { SqliteWriter } from '../../../kernel/ledger/sqlite-writer.ts';
import { freshTermNonce } from '../../approval/term-challenge.ts';
import type { HandlerDependencies } from '../handlers/context.ts';
import type { KeeperHandlers } from '../protocol/keeper-handlers.ts';
import type { SharedLog } from '../shared/shared-store.ts';
import { hostId } from '../workspace/host-id.ts';
import { logNameOf } from '../workspace/log-key.ts';
import { workspacePaths, type WorkspacePaths } from '../workspace/workspace-files.ts';
import { checksFrom } from './checks.ts';
import { openKeeperLock } from './keeper-lock.ts';
import { openStandbyStore, startTerm, type Term } from './term.ts';
import { ThreadCommand, ThreadData, type ThreadStatus } from './thread-messages.ts';

/** Environment variable with the address of a shared database; unset for a workspace on one machine. */
const DATABASE_URL = 'PLUMBLINE_DATABASE_URL';

/**
 * Pause (ms) between the first call of an agent and the loading of the checks of events, unless a request needs them earlier.
 * A keeper of idle servers never loads them: they take as much memory as all other modules of the thread.
 */
const CHECKS_AFTER_MS = 10;

/** Handles commands of the parent thread until it is stopped. Called once, by the module that a keeper's thread runs. */
export function runKeeperThread(makeHandlers: (from: HandlerDependencies) => KeeperHandlers): void {
  const port = parentPort;
  if (port === null) throw new Error('the keeper runs in a worker thread only');
  const data = ThreadData.parse(workerData);
  const paths = workspacePaths(data.dir);
  const lock = openKeeperLock(paths.lock);
  const checks = checksFrom(data.checks);
  // If loading fails, the request that needs them fails with the reason.
  const loadChecks = (): void => void checks().catch(() => undefined);
  const send = (status: ThreadStatus): void => port.postMessage(status);
  let term: Term | null = null;
  let standbyStore: SqliteWriter | null = null;
  let from: HandlerDependencies | null = null;
  /** New handlers for each term, because their caches are valid only for the chain that this keeper has written. */
  const deps = (): HandlerDependencies => (from ??= dependencies(data, paths, checks));
  const freshHandlers = (): KeeperHandlers => withCheckLoading(makeHandlers(deps()), loadChecks);
  const url = process.env[DATABASE_URL];
  // The log is named after the key, so that only its owner finds the workspace's log in the database.
  const shared = (): SharedLog | null =>
    url === undefined || url === '' ? null : { url, name: deps().logName };

  // In sequence: a term ends before the next attempt at the lock.
  let last = Promise.resolve();
  const enqueue = (step: () => Promise<void> | void): void => {
    last = last.then(step);
  };

  const endTerm = async (): Promise<void> => {
    const ending = term;
    term = null;
    await ending?.stop();
    lock.release();
  };

  const compete = async (cold: boolean): Promise<void> => {
    if (term !== null) return send({ status: 'keeper' });
    if (!lock.acquire()) return send({ status: 'busy' });
    try {
      const store = standbyStore;
      standbyStore = null;
      const onLost = (): void => enqueue(endTerm);
      term = await startTerm(paths, freshHandlers(), { store, cold, onLost, shared: shared() });
      return send({ status: 'keeper' });
    } catch (error) {
      lock.release();
      const code = error instanceof LedgerError ? error.code : null;
      return send({ status: 'failed', code, message: messageOf(error) });
    }
  };

  const standBy = (): void => {
    if (term !== null) return;
    freshHandlers();
    loadChecks();
    standbyStore ??= openStandbyStore(paths, shared() !== null);
  };

  const stop = async (): Promise<void> => {
    await endTerm();
    await standbyStore?.close();
    lock.close();
    send({ status: 'stopped' });
    port.close();
  };

  const handle = (command: ThreadCommand): Promise<void> | void => {
    switch (command.command) {
      case 'compete':
        return compete(command.cold);
      case 'stand_by':
        return standBy();
      case 'rest':
        return term === null ? stop() : undefined;
      case 'stop':
        return stop();
    }
  };

  port.on('message', (message: unknown) => {
    const command = ThreadCommand.parse(message);
    enqueue(() => handle(command));
  });
}

/** Handlers that load the checks of events at the first call of an agent: a change may follow. */
function withCheckLoading(handlers: KeeperHandlers, loadChecks: () => void): KeeperHandlers {
  return {
    ...handlers,
    calls: async (tx, request) => {
      setTimeout(loadChecks, CHECKS_AFTER_MS).unref();
      return await handlers.calls(tx, request);
    },
  };
}

function dependencies(
  { logKeyPath, process_id }: ThreadData,
  paths: WorkspacePaths,
  checks: HandlerDependencies['checks'],
): HandlerDependencies {
  const logKey = createPrivateKey(readFileSync(logKeyPath ?? paths.logKey));
  return {
    now: () => new Date(),
    randomId: randomUUIDv7,
    logKey,
    logName: logNameOf(publicKeyOf(logKey)),
    checks,
    own: { id: process_id, pid: process.pid, host: hostId() },
    alive,
    freshTermNonce,
    place: paths.socket,
  };
}

/** Whether a process with this pid exists, also one of another user. */
function alive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
