/** @module keeper-thread: the body of the keeper's thread: it competes for the lock on command, and serves the workspace while it holds it. */
import { createPrivateKey, randomUUIDv7 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';

import { publicKeyOf } from '../../../kernel/canonical/signature.ts';
import { LedgerError } from '../../../kernel/ledger/ledger.ts';
import type { SqliteWriter } from '../../../kernel/ledger/sqlite-writer.ts';
import { freshTermNonce } from '../../approval/term-challenge.ts';
import type { HandlerDependencies } from '../handlers/context.ts';
import type { KeeperHandlers } from '../protocol/keeper-handlers.ts';
import type { SharedLog } from '../shared/shared-store.ts';
import { logNameOf } from '../workspace/log-key.ts';
import { thisHost } from '../workspace/this-host.ts';
import { workspacePaths, type WorkspacePaths } from '../workspace/workspace-files.ts';
import { checksFrom } from './checks.ts';
import { openKeeperLock } from './keeper-lock.ts';
import { openStandbyStore, startTerm, type Term } from './term.ts';
import { ThreadCommand, ThreadData, type ThreadStatus } from './thread-messages.ts';

/** The database that several machines share; unset where the workspace is on one. */
const DATABASE_URL = 'PLUMBLINE_DATABASE_URL';

/** The checks of events are loaded after this pause (ms), unless a request needs them before. */
const CHECKS_AFTER_MS = 300;

/** Handles commands of the parent thread until it is stopped. Called once, by the module that a keeper's thread runs. */
export function runKeeperThread(makeHandlers: (from: HandlerDependencies) => KeeperHandlers): void {
  const port = parentPort;
  if (port === null) throw new Error('the keeper runs in a worker thread only');
  const data = ThreadData.parse(workerData);
  const paths = workspacePaths(data.dir);
  const lock = openKeeperLock(paths.lock);
  const checks = checksFrom(data.checks);
  // Where they cannot be loaded, the request that needs them fails with the reason.
  const loadChecks = (): void => void checks().catch(() => undefined);
  const send = (status: ThreadStatus): void => port.postMessage(status);
  let term: Term | null = null;
  let standbyStore: SqliteWriter | null = null;
  let from: HandlerDependencies | null = null;
  /** New for each term: what they cache is only true of the chain that this keeper has written. */
  const given = (): HandlerDependencies => (from ??= dependencies(data, paths, checks));
  const freshHandlers = (): KeeperHandlers => makeHandlers(given());
  const url = process.env[DATABASE_URL];
  // The key names the log: whoever has it, and no one else, finds the workspace's log in the database.
  const shared = (): SharedLog | null =>
    url === undefined || url === '' ? null : { url, name: given().logName };

  // One after the other: a term ends before the next try at the lock.
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
      setTimeout(loadChecks, CHECKS_AFTER_MS).unref();
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
      case 'stop':
        return stop();
    }
  };

  port.on('message', (message: unknown) => {
    const command = ThreadCommand.parse(message);
    enqueue(() => handle(command));
  });
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
    own: { id: process_id, pid: process.pid, host: thisHost() },
    alive,
    freshTermNonce,
    place: paths.socket,
  };
}

/** Whether a process of this number is there, also one of another user. */
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
