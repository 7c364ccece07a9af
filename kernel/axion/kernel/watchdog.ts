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
  /** Questions on their way; a thread is ended only after their answers, never while it is being asked. */
  readonly #asked = new Set<Promise<number>>();

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
    let isLooking = false;
    const tick = async (): Promise<void> => {
      const { phase, evaluating, evaluation } = readBeat(this.#heartbeat);
      if (!evaluating) {
        seen = undefined;
        return;
      }
      if (seen?.phase !== phase) {
        seen = { phase, cpu_ms: this.#cpuTime(worker) };
        ticks = 0;
        return;
      }
      ticks += 1;
      const [before, now] = await Promise.all([seen.cpu_ms, this.#cpuTime(worker)]);
      const overdue = ticks >= 4 * MOST_LIMITS || now - before >= this.#limit_ms;
      if (!overdue || readBeat(this.#heartbeat).phase !== phase || this.#worker !== worker) return;
      this.#worker = undefined;
      // Settled before the thread's own exit can settle it, known only when the thread is gone.
      resolve(this.#end(worker).then(() => ({ kind: 'hang', evaluation })));
    };
    const look = async (): Promise<void> => {
      if (isLooking || this.#worker !== worker) return;
      isLooking = true;
      await tick();
      isLooking = false;
    };
    return setInterval(() => void look(), Math.max(1, this.#limit_ms / 4));
  }

  #cpuTime(worker: Worker): Promise<number> {
    const asked = cpuTime(worker);
    this.#asked.add(asked);
    void asked.finally(() => this.#asked.delete(asked));
    return asked;
  }

  async #end(worker: Worker): Promise<void> {
    await Promise.all(this.#asked);
    await worker.terminate();
  }

  /** Ends the thread. */
  async [Symbol.asyncDispose](): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker !== undefined) await this.#end(worker);
  }
}

/** Processor time of a thread in milliseconds; it answers while the thread computes, 0 when it is gone. */
function cpuTime(worker: Worker): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  // A thread that ends while it is being asked never answers; whoever waits for it is told by its exit.
  const gone = (): void => resolve(0);
  worker.once('exit', gone);
  worker.cpuUsage().then(({ user, system }) => resolve((user + system) / 1000), gone);
  return promise.finally(() => worker.off('exit', gone));
}
