/** @module watchdog: runs tasks in a separate thread and terminates it when one evaluation hangs. */
import { Worker } from 'node:worker_threads';

import { newHeartbeat, readBeat } from './heartbeat.ts';

export type WatchedResult =
  | { readonly kind: 'done'; readonly value: unknown }
  /** The thread was terminated in this evaluation of the task, counted from 1. */
  | { readonly kind: 'hang'; readonly evaluation: number }
  | { readonly kind: 'failed'; readonly message: string };

/** A reply of the thread: the task's result or error. */
export type ThreadReply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** An evaluation that sleeps uses no processor time; it is ended after this many limits of wall time. */
const MAX_LIMITS = 25;

/**
 * A watched thread that runs one task at a time.
 *
 * The limit counts processor time of the thread during one evaluation, so that a loaded machine is not mistaken for a
 * hang; an evaluation that waits without computing ends after 25 limits. A timer in the watched thread would not work:
 * it does not fire while the thread computes.
 */
export class Watchdog {
  readonly #entry: URL;
  readonly #limit_ms: number;
  #heartbeat = newHeartbeat();
  #worker: Worker | undefined;
  /** Pending readings of processor time; the thread is terminated only after them. */
  readonly #readings = new Set<Promise<number>>();

  /**
   * @param entry module of the thread; it gets the heartbeat's memory as `workerData` and replies
   *   to each message with a `ThreadReply`
   * @param limit_ms limit on the processor time of one evaluation
   */
  constructor(entry: URL, limit_ms: number) {
    this.#entry = entry;
    this.#limit_ms = limit_ms;
  }

  /** Runs one task; the promise never rejects. */
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
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have an origin
      worker.postMessage(task);
      return await answered.promise;
    } finally {
      clearInterval(watch);
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
    }
  }

  /** A new thread with a new heartbeat, because the heartbeat of a terminated thread still signals an evaluation. */
  #start(): Worker {
    this.#heartbeat = newHeartbeat();
    return new Worker(this.#entry, { workerData: this.#heartbeat.buffer });
  }

  /** Reads the heartbeat four times per limit. */
  #watch(worker: Worker, resolve: (result: Promise<WatchedResult>) => void): NodeJS.Timeout {
    let seen: { readonly phase: number; readonly cpu_ms: Promise<number> } | undefined;
    let ticks = 0;
    let isChecking = false;
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
      const overdue = ticks >= 4 * MAX_LIMITS || now - before >= this.#limit_ms;
      if (!overdue || readBeat(this.#heartbeat).phase !== phase || this.#worker !== worker) return;
      this.#worker = undefined;
      // Resolve now, before the exit event can; the promised value is ready when the thread has exited.
      resolve(this.#end(worker).then(() => ({ kind: 'hang', evaluation })));
    };
    const check = async (): Promise<void> => {
      if (isChecking || this.#worker !== worker) return;
      isChecking = true;
      await tick();
      isChecking = false;
    };
    return setInterval(() => void check(), Math.max(1, this.#limit_ms / 4));
  }

  #cpuTime(worker: Worker): Promise<number> {
    const reading = cpuTime(worker);
    this.#readings.add(reading);
    void reading.finally(() => this.#readings.delete(reading));
    return reading;
  }

  async #end(worker: Worker): Promise<void> {
    await Promise.all(this.#readings);
    await worker.terminate();
  }

  /** Terminates the thread. */
  async [Symbol.asyncDispose](): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker !== undefined) await this.#end(worker);
  }
}

/** Processor time of a thread in milliseconds, readable while it computes; 0 when it has exited. */
function cpuTime(worker: Worker): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  // If the thread exits during the reading, `cpuUsage` never settles; the exit event resolves the promise.
  const gone = (): void => resolve(0);
  worker.once('exit', gone);
  worker.cpuUsage().then(({ user, system }) => resolve((user + system) / 1000), gone);
  return promise.finally(() => worker.off('exit', gone));
}
