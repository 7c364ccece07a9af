/** @module connect-keeper: connects to the keeper of a workspace, or becomes it when no other process is. */
import { extname } from 'node:path';

import { KeeperUnavailable, NOTHING } from './protocol/keeper-error.ts';
import type { Keeper } from './protocol/protocol.ts';
import { openClient, type KeeperClient } from './socket/client.ts';
import { standbyThread } from './thread/standby-thread.ts';
import type { ThreadData } from './thread/thread-messages.ts';
import { ensureSocketSecret } from './workspace/socket-secret.ts';
import { workspacePaths } from './workspace/workspace-files.ts';

export type ConnectOptions = {
  /** The folder that holds `.plumbline/`. */
  readonly dir: string;
  /** The module with the checks of events about elements, which the keeper's thread loads. */
  readonly checks: URL;
  /** Default: the key in the workspace. */
  readonly logKeyPath?: string;
  /** Id of this process in the runs that it begins. Default: it begins none. */
  readonly process_id?: string;
  /** Longest wait for one answer (ms) while no process is the keeper or is about to become it. Default 10,000. */
  readonly timeoutMs?: number;
  /**
   * Longest wait for one answer (ms) while a process is the keeper, or is about to become it, and shows no progress.
   * Default 120,000: a start takes about a second of processor time, and twelve programs that share one processor with
   * others take a minute for it.
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
/** A connected process makes its own thread ready after this pause (ms), so that short commands start none. */
const STAND_BY_AFTER_MS = 300;

/**
 * The keeper of a workspace, wherever it runs. When its process ends, one of the connected processes takes
 * over, and requests without an answer are sent again.
 *
 * @throws {LedgerError} when the workspace cannot be used
 * @throws {KeeperUnavailable} when no keeper answers in time; a process that holds the keeper's lock, or competes for it,
 *   is waited for longer than none
 */
export async function connectKeeper(options: ConnectOptions): Promise<Keeper> {
  const paths = workspacePaths(options.dir);
  // A workspace of before has none yet.
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
  });
  client = opened;
  const onStop = (): void => opened.fail(new KeeperUnavailable('the start was ended', NOTHING));
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
