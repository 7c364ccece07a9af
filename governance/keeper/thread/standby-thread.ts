/** @module standby-thread: controls the keeper's thread of this process: prepare, compete for the lock, stop. */
import { Worker } from 'node:worker_threads';

import { LedgerError } from '../../../kernel/ledger/ledger.ts';
import { KeeperUnavailable, NOTHING } from '../protocol/keeper-error.ts';
import { ThreadStatus, type ThreadCommand, type ThreadData } from './thread-messages.ts';

/** The thread of this process that can become the keeper. */
export type StandbyThread = {
  /** Starts the thread if necessary, and opens the resources that a takeover needs. */
  readonly makeReady: () => void;
  /**
   * Tries to become the keeper, unless an attempt is in progress. True: a process is, or is about to become, the keeper,
   * either this one or another one that holds the lock. False after the thread was stopped.
   */
  readonly compete: (cold: boolean) => boolean;
  /** Ends the thread unless it is the keeper: after a start in which another process became the keeper. */
  readonly rest: () => void;
  readonly stop: () => Promise<void>;
};

/** A thread that is started on first use. */
export function standbyThread(
  module: URL,
  data: ThreadData,
  on: {
    /** A started thread has answered for the first time. */
    readonly onLoaded: () => void;
    readonly onKeeper: () => void;
    readonly onFailed: (error: Error) => void;
  },
): StandbyThread {
  let worker: Worker | null = null;
  let competing = false;
  /** Whether the thread has answered. */
  let loaded = false;
  let stopped = false;

  const forget = (ended: Worker): void => {
    if (worker !== ended) return;
    worker = null;
    competing = false;
    loaded = false;
  };
  const onMessage = (message: unknown): void => {
    const status = ThreadStatus.parse(message);
    competing = false;
    if (!loaded) on.onLoaded();
    loaded = true;
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
    // Only pending requests keep the process alive.
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
      if (stopped) return false;
      if (!competing) send({ command: 'compete', cold });
      competing = true;
      return true;
    },
    rest() {
      if (worker !== null && !stopped) send({ command: 'rest' });
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
