/** @module connect: reaches the keeper of a workspace, or becomes it when nobody else is. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

import { LedgerError } from '../../kernel/ledger/ledger.ts';
import { KeeperUnavailable, openClient, type KeeperClient } from './client.ts';
import type { Keeper } from './protocol.ts';
import { Report, type Order, type ThreadData } from './thread-words.ts';
import { workspacePaths } from './workspace.ts';

export type ConnectOptions = {
  /** The folder that holds `.plumbline/`. */
  readonly dir: string;
  /** Default: the key in the workspace. */
  readonly logKeyPath?: string;
  /** Longest wait for one answer (ms), takeovers included. Default 10,000. */
  readonly timeoutMs?: number;
  /** False for who only looks on: such a process never becomes the keeper. Default true. */
  readonly takeOver?: boolean;
  /** Module of the keeper's thread. Default: the one with the rules of governance. */
  readonly thread?: URL;
};

const DEFAULT_TIMEOUT_MS = 10_000;
/** A connected process makes its own thread ready after this pause (ms), so that short commands never pay for one. */
const STAND_BY_AFTER_MS = 300;

/**
 * A keeper to ask, wherever it runs. When the one that answers dies, one of the connected processes takes over and
 * what was not answered is asked again.
 *
 * @throws {LedgerError} when the workspace cannot be used
 * @throws {KeeperUnavailable} when nobody answers in time
 */
export async function connectKeeper(options: ConnectOptions): Promise<Keeper> {
  const paths = workspacePaths(options.dir);
  const takeOver = options.takeOver ?? true;
  const extension = extname(import.meta.url);
  const module = options.thread ?? new URL(`./worker${extension}`, import.meta.url);
  const data: ThreadData = { dir: paths.dir, logKeyPath: options.logKeyPath ?? null };
  let cold = true;
  let client: KeeperClient | null = null;
  const thread = keeperThread(module, data, {
    keeper: () => client?.hurry(),
    failed: (error) => client?.fail(error),
  });
  const opened = openClient({
    address: paths.socket,
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    nobodyListens: () => {
      if (takeOver) thread.compete(cold);
    },
  });
  client = opened;
  try {
    await opened.connected;
  } catch (error) {
    await thread.stop();
    throw error;
  }
  cold = false;
  const standBy = takeOver ? setTimeout(thread.makeReady, STAND_BY_AFTER_MS).unref() : undefined;
  return {
    ...opened,
    async close() {
      clearTimeout(standBy);
      await opened.close();
      await thread.stop();
    },
  };
}

type KeeperThread = {
  /** Starts the thread if there is none, and opens what a takeover needs. */
  readonly makeReady: () => void;
  /** Tries to become the keeper; a try that is under way is enough. */
  readonly compete: (cold: boolean) => void;
  readonly stop: () => Promise<void>;
};

function keeperThread(
  module: URL,
  data: ThreadData,
  on: { readonly keeper: () => void; readonly failed: (error: Error) => void },
): KeeperThread {
  let worker: Worker | null = null;
  let competing = false;
  let stopped = false;

  const gone = (ended: Worker): void => {
    if (worker !== ended) return;
    worker = null;
    competing = false;
  };
  const hear = (message: unknown): void => {
    const report = Report.parse(message);
    competing = false;
    if (report.report === 'keeper') on.keeper();
    if (report.report !== 'failed') return;
    on.failed(
      report.code === null
        ? new KeeperUnavailable(report.message)
        : new LedgerError(report.code, report.message),
    );
  };
  const start = (): Worker => {
    const started = new Worker(module, { workerData: data, name: 'keeper', execArgv: [] });
    started.on('message', hear);
    started.on('error', (error) => {
      gone(started);
      on.failed(new KeeperUnavailable(`the keeper's thread failed: ${String(error)}`));
    });
    started.on('exit', () => gone(started));
    // Only who waits for an answer keeps the process alive.
    started.unref();
    return started;
  };
  const tell = (order: Order): void => {
    worker ??= start();
    worker.postMessage(order, []);
  };
  return {
    makeReady() {
      if (!stopped) tell({ order: 'stand_by' });
    },
    compete(cold) {
      if (competing || stopped) return;
      competing = true;
      tell({ order: 'compete', cold });
    },
    async stop() {
      stopped = true;
      const ending = worker;
      if (ending === null) return;
      ending.ref();
      const ended = new Promise((resolve) => {
        ending.once('exit', resolve);
      });
      tell({ order: 'stop' });
      await ended;
    },
  };
}
