/** @module standby-thread: the keeper's thread, controlled by its process: made ready, started to compete for the lock, stopped. */
import { Worker } from 'node:worker_threads';

import { LedgerError } from '../../../kernel/ledger/ledger.ts';
import { KeeperUnavailable, NOTHING } from '../protocol/keeper-error.ts';
import { ThreadStatus, type ThreadCommand, type ThreadData } from './thread-messages.ts';

/** The thread of this process that can become the keeper. */
export type StandbyThread = {
  /** Starts the thread if there is none, and opens what a takeover needs. */
  readonly makeReady: () => void;
  /** Tries to become the keeper; a try that is under way is enough. */
  readonly compete: (cold: boolean) => void;
  readonly stop: () => Promise<void>;
};

/** A thread that is started when it is first needed. */
export function standbyThread(
  module: URL,
  data: ThreadData,
  on: { readonly onKeeper: () => void; readonly onFailed: (error: Error) => void },
): StandbyThread {
  let worker: Worker | null = null;
  let competing = false;
  let stopped = false;

  const forget = (ended: Worker): void => {
    if (worker !== ended) return;
    worker = null;
    competing = false;
  };
  const onMessage = (message: unknown): void => {
    const status = ThreadStatus.parse(message);
    competing = false;
    if (status.status === 'keeper') on.onKeeper();
    if (status.status !== 'failed') return;
    on.onFailed(
      status.code === null
        ? new KeeperUnavailable(status.message, NOTHING)
        : new LedgerError(status.code, status.message),
    );
  };
  const start = (): Worker => {
    const started = new Worker(module, { workerData: data, name: 'keeper', execArgv: [] });
    started.on('message', onMessage);
    started.on('error', (error) => {
      forget(started);
      on.onFailed(new KeeperUnavailable(`the keeper's thread failed: ${String(error)}`, NOTHING));
    });
    started.on('exit', () => forget(started));
    // Only requests that wait keep the process alive.
    started.unref();
    return started;
  };
  const send = (command: ThreadCommand): void => {
    worker ??= start();
    worker.postMessage(command, []);
  };
  return {
    makeReady() {
      if (!stopped) send({ command: 'stand_by' });
    },
    compete(cold) {
      if (competing || stopped) return;
      competing = true;
      send({ command: 'compete', cold });
    },
    async stop() {
      stopped = true;
      const ending = worker;
      if (ending === null) return;
      ending.ref();
      const ended = new Promise((resolve) => {
        ending.once('exit', resolve);
      });
      send({ command: 'stop' });
      await ended;
    },
  };
}
