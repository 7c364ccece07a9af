/** @module connect-keeper: connects to the keeper of a workspace, or becomes the keeper if no other process is one. */
import { extname } from 'node:path';

import { KeeperUnavailable, NOTHING } from './protocol/keeper-error.ts';
import type { Keeper } from './protocol/protocol.ts';
import { openClient, type KeeperClient } from './socket/client.ts';
import { standbyThread } from './thread/standby-thread.ts';
import type { ThreadData } from './thread/thread-messages.ts';
import { ensureSocketSecret } from './workspace/socket-secret.ts';
import { workspacePaths } from './workspace/workspace-files.ts';

export type ConnectOptions = {
  /** The folder that contains `.plumbline/`. */
  readonly dir: string;
  /** The module with the checks of events about elements, which the keeper's thread loads. */
  readonly checks: URL;
  /** Default: the key in the workspace. */
  readonly logKeyPath?: string;
  /** Id of this process in the runs that it starts. Default: it starts no runs. */
  readonly process_id?: string;
  /** Longest wait for one answer (ms) while no process is the keeper or is about to become it. Default 10,000. */
  readonly timeoutMs?: number;
  /**
   * Longest wait for one answer (ms) while a process is the keeper, or is about to become it, and shows no progress.
   * Default 120,000: a start takes about one second of processor time, so twelve programs on one busy processor need up to
   * a minute.
   */
  readonly stuckMs?: number;
  /** Ends the wait for the first connection. */
  readonly signal?: AbortSignal;
  /** False for a process that only reads: it never becomes the keeper. Default true. */
  readonly takeOver?: boolean;
  /** Module of the keeper's thread. Default: the one with the rules of governance. */
  readonly thread?: URL;
};

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_STUCK_MS = 120_000;
/**
 * Pause (ms) between the first request of a process and its own keeper thread: short commands and idle servers start no thread.
 * `unfinished` does not count, which every start of the tool service sends.
 */
const STAND_BY_AFTER_MS = 300;

/**
 * The keeper of a workspace, in this process or another one. When that process ends, a connected process takes over, and
 * unanswered requests are sent again.
 *
 * @throws {LedgerError} when the workspace cannot be used
 * @throws {KeeperUnavailable} when no keeper answers in time; the wait is longer while a process holds the keeper's lock or
 *   competes for it
 */
export async function connectKeeper(options: ConnectOptions): Promise<Keeper> {
  const paths = workspacePaths(options.dir);
  // Workspaces of earlier versions have no secret yet.
  ensureSocketSecret(paths.socketKey);
  const takeOver = options.takeOver ?? true;
  const extension = extname(import.meta.url);
  const module = options.thread ?? new URL(`./thread/worker${extension}`, import.meta.url);
  const data: ThreadData = {
    dir: paths.dir,
    logKeyPath: options.logKeyPath ?? null,
    process_id: options.process_id ?? null,
    checks: options.checks.href,
  };
  let cold = true;
  let client: KeeperClient | null = null;
  let standBy: NodeJS.Timeout | undefined;
  const thread = standbyThread(module, data, {
    onLoaded: () => client?.noteProgress(),
    onKeeper: () => client?.connectNow(),
    onFailed: (error) => client?.fail(error),
  });
  const opened = openClient({
    place: paths,
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    stuckMs: options.stuckMs ?? DEFAULT_STUCK_MS,
    onUnreachable: () => takeOver && thread.compete(cold),
    onRequest: (method) => {
      if (!takeOver || method === 'unfinished') return;
      standBy ??= setTimeout(thread.makeReady, STAND_BY_AFTER_MS).unref();
    },
  });
  client = opened;
  const onStop = (): void => opened.fail(new KeeperUnavailable('the start was cancelled', NOTHING));
  if (options.signal?.aborted === true) onStop();
  options.signal?.addEventListener('abort', onStop, { once: true });
  try {
    await opened.connected;
  } catch (error) {
    await thread.stop();
    throw error;
  } finally {
    options.signal?.removeEventListener('abort', onStop);
  }
  cold = false;
  thread.rest();
  return {
    ...opened,
    async close() {
      clearTimeout(standBy);
      await opened.close();
      await thread.stop();
    },
  };
}
