/** @module watchdog: runs tasks in a thread of their own and ends the thread when one evaluation hangs. */
import { Worker } from 'node:worker_threads';

import { newHeartbeat, readBeat } from './heartbeat.ts';

export type WatchedResult =
  | { readonly kind: 'done'; readonly value: unknown }
  /** The thread was ended in this evaluation of the task, counted from 1. */
  | { readonly kind: 'hang'; readonly evaluation: number }
  | { readonly kind: 'failed'; readonly message: string };

/** A reply of the thread: what the task gave, or what it threw. */
export type ThreadReply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** A hang that sleeps uses no processor time; this many limits of waiting end it too. */
const MOST_LIMITS = 25;

/**
 * One thread under watch, one task at a time.
 *
 * The limit counts processor time of the thread during one evaluation, so that a busy machine does
 * not look like a hang; an evaluation that waits without computing ends after 25 limits. A timer in
 * the watched thread could not do this: it never fires while the thread computes.
 */
export class Watchdog {
  readonly #entry: URL;
  readonly #limit_ms: number;
  #heartbeat = newHeartbeat();
  #worker: Worker | undefined;

  /**
   * @param entry module of the thread; it gets the heartbeat's memory as `workerData` and answers
   *   each message with a `ThreadReply`
   * @param limit_ms of processor time for one evaluation
   */
  constructor(entry: URL, limit_ms: number) {
    this.#entry = entry;
    this.#limit_ms = limit_ms;
  }

  /** Runs one task; never rejects. */
  async run(task: unknown): Promise<WatchedResult> {
    const worker = (this.#worker ??= this.#start());
    const answered = Promise.withResolvers<WatchedResult>();
    const onMessage = (reply: ThreadReply): void => {
      answered.resolve(
        reply.ok
          ? { kind: 'done', value: reply.value }
          : { kind: 'failed', message: reply.message },
      );
    };
    const onError = (error: unknown): void => {
      this.#worker = undefined;
      answered.resolve({
        kind: 'failed',
        message: error instanceof Error ? error.message : String(error),
      });
    };
    const onExit = (): void => {
      this.#worker = undefined;
      answered.resolve({ kind: 'failed', message: 'the thread ended' });
    };
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.on('exit', onExit);
    const watch = this.#watch(worker, answered.resolve);
    try {
      // A thread has no origin; the rule means windows.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage(task);
      return await answered.promise;
    } finally {
      clearInterval(watch);
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
    }
  }

  /** A new thread with a heartbeat of its own: that of a thread that was ended has stopped inside an evaluation. */
  #start(): Worker {
    this.#heartbeat = newHeartbeat();
    return new Worker(this.#entry, { workerData: this.#heartbeat.buffer });
  }

  /** Looks at the heartbeat four times per limit. */
  #watch(worker: Worker, resolve: (result: Promise<WatchedResult>) => void): NodeJS.Timeout {
    let seen: { readonly phase: number; readonly cpu_ms: Promise<number> } | undefined;
    let ticks = 0;
    const tick = async (): Promise<void> => {
      const { phase, evaluating, evaluation } = readBeat(this.#heartbeat);
      if (!evaluating) {
        seen = undefined;
        return;
      }
      if (seen?.phase !== phase) {
        seen = { phase, cpu_ms: cpuTime(worker) };
        ticks = 0;
        return;
      }
      ticks += 1;
      const [before, now] = await Promise.all([seen.cpu_ms, cpuTime(worker)]);
      const overdue = ticks >= 4 * MOST_LIMITS || now - before >= this.#limit_ms;
      if (!overdue || readBeat(this.#heartbeat).phase !== phase || this.#worker !== worker) return;
      this.#worker = undefined;
      // Settled before the thread's own exit can settle it, known only when the thread is gone.
      resolve(worker.terminate().then(() => ({ kind: 'hang', evaluation })));
    };
    return setInterval(() => void tick(), Math.max(1, this.#limit_ms / 4));
  }

  /** Ends the thread. */
  async [Symbol.asyncDispose](): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

/** Processor time of a thread in milliseconds; it answers while the thread computes. */
async function cpuTime(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  } catch {
    // The thread is gone; whoever waits for it is told by its exit.
    return 0;
  }
}
