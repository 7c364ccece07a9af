/** @module thread: the body of the keeper's thread: it competes for the lock when told, and keeps the workspace while it holds it. */
import { createPrivateKey, randomUUIDv7, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

import { publicKeyOf } from '../../kernel/canonical/signature.ts';
import { LedgerError } from '../../kernel/ledger/ledger.ts';
import type { SqliteWriter } from '../../kernel/ledger/sqlite.ts';
import type { KeeperHandlers } from './handlers-type.ts';
import { keepWorkspace, openAhead, type Keeping } from './keeping.ts';
import { openKeeperLock } from './lock.ts';
import { logNameOf } from './log-key.ts';
import { Order, ThreadData, type Report } from './thread-words.ts';
import { workspacePaths } from './workspace.ts';

/** What the rules take from outside: clock, randomness and the key that signs checkpoints. */
export type HandlerDependencies = {
  readonly now: () => Date;
  readonly randomId: () => string;
  readonly logKey: KeyObject;
  /** Name of the log in its checkpoints, and of its key. */
  readonly logName: string;
};

/** Listens to the parent thread until told to stop. Called once, by the module that a keeper's thread runs. */
export function runKeeperThread(makeHandlers: (from: HandlerDependencies) => KeeperHandlers): void {
  const port = parentPort;
  if (port === null) throw new Error('the keeper runs in a worker thread only');
  const data = ThreadData.parse(workerData);
  const paths = workspacePaths(data.dir);
  const lock = openKeeperLock(paths.lock);
  const tell = (report: Report): void => port.postMessage(report);
  let keeping: Keeping | null = null;
  let ahead: SqliteWriter | null = null;
  let from: HandlerDependencies | null = null;
  /** New for each term: what they remember is only true of the chain that this keeper has written. */
  const freshHandlers = (): KeeperHandlers => {
    from ??= dependencies(data.logKeyPath ?? paths.logKey);
    return makeHandlers(from);
  };

  // One after the other: a term ends before the next try at the lock.
  let last = Promise.resolve();
  const inTurn = (step: () => Promise<void> | void): void => {
    last = last.then(step);
  };

  const leave = async (): Promise<void> => {
    const ending = keeping;
    keeping = null;
    await ending?.stop();
    lock.release();
  };

  const compete = async (cold: boolean): Promise<void> => {
    if (keeping !== null) return tell({ report: 'keeper' });
    if (!lock.acquire()) return tell({ report: 'busy' });
    try {
      const opened = ahead;
      ahead = null;
      keeping = await keepWorkspace(paths, freshHandlers(), {
        ahead: opened,
        cold,
        lost: () => inTurn(leave),
      });
      return tell({ report: 'keeper' });
    } catch (error) {
      lock.release();
      const code = error instanceof LedgerError ? error.code : null;
      return tell({ report: 'failed', code, message: messageOf(error) });
    }
  };

  const standBy = (): void => {
    if (keeping !== null) return;
    freshHandlers();
    ahead ??= openAhead(paths);
  };

  const stop = async (): Promise<void> => {
    await leave();
    await ahead?.close();
    lock.close();
    tell({ report: 'stopped' });
    port.close();
  };

  const obey = (order: Order): Promise<void> | void => {
    switch (order.order) {
      case 'compete':
        return compete(order.cold);
      case 'stand_by':
        return standBy();
      case 'stop':
        return stop();
    }
  };

  port.on('message', (message: unknown) => {
    const order = Order.parse(message);
    inTurn(() => obey(order));
  });
}

function dependencies(logKeyPath: string): HandlerDependencies {
  const logKey = createPrivateKey(readFileSync(logKeyPath));
  return {
    now: () => new Date(),
    randomId: randomUUIDv7,
    logKey,
    logName: logNameOf(publicKeyOf(logKey)),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
