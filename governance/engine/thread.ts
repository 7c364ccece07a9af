/** @module thread: one engine thread as the gate sees it: one call at a time, its cancellation, its death and its end. */
import type { Worker } from 'node:worker_threads';

import type { Interruption, Progress } from '../../kernel/base/work/checkpoint.ts';
import type { RefusalBody } from '../../schemas/errors.ts';
import type { PackedReply } from './packed-reply.ts';
import type { Step } from './protocol.ts';

/** Places in the memory that a thread shares with the gate. */
export const SHARED = { cancelled: 0, beats: 1, places: 2 } as const;

/** A call as it is sent to a thread. */
export type ToThread = {
  readonly id: number;
  readonly step: Step;
  /** The request as JSON: one text is copied several times faster than its objects. */
  readonly text: string;
  /** Interrupts the call as overdue after this time; null for no such limit. */
  readonly limit_ms: number | null;
};

/** How a call ended. */
export type Ended =
  | ({ readonly how: 'done'; readonly ms: number } & PackedReply)
  | { readonly how: 'refused'; readonly refusal: RefusalBody }
  | { readonly how: 'interrupted'; readonly because: Interruption }
  | { readonly how: 'failed'; readonly fault: string }
  /** The thread ended, or must end. `memory_mb` if its call needed more than this; null for any other reason. */
  | { readonly how: 'died'; readonly memory_mb: number | null };

/** A message from a thread to the gate. */
export type FromThread =
  | { readonly id: number; readonly progress: Progress }
  | { readonly id: number; readonly ended: Ended };

type Limits = { readonly idle_ms: number; readonly overdue_ms: number };

type Hooks = {
  /** Called when the thread can take another call. */
  readonly free: () => void;
  /** Called with the error that ends the thread. */
  readonly failed: (error: unknown) => void;
};

type Running = {
  readonly id: number;
  readonly began: number;
  readonly signal: AbortSignal;
  readonly report: (progress: Progress) => void;
  readonly settle: (ended: Ended) => void;
};

type Started = { readonly worker: Worker; readonly shared: Int32Array; hasAnswered: boolean };

/** The interval (ms) at which a cancelled call is checked. */
const CHECK_MS = 250;

/** A thread that starts with its first call, and again after it has ended. */
export class EngineThread {
  readonly #start: (shared: SharedArrayBuffer) => Worker;
  readonly #limits: Limits;
  readonly #hooks: Hooks;
  #started: Started | null = null;
  #running: Running | null = null;
  #last = 0;
  #idle: NodeJS.Timeout | undefined;
  #overdue: NodeJS.Timeout | undefined;

  constructor(start: (shared: SharedArrayBuffer) => Worker, limits: Limits, hooks: Hooks) {
    this.#start = start;
    this.#limits = limits;
    this.#hooks = hooks;
  }

  get isRunning(): boolean {
    return this.#started !== null;
  }

  /** Whether the running thread has answered a call, so that its modules are loaded. */
  get isReady(): boolean {
    return this.#started?.hasAnswered === true;
  }

  get isBusy(): boolean {
    return this.#running !== null;
  }

  /** Time (ms) for which the current call has been running; 0 if it is free. */
  get busy_ms(): number {
    return this.#running === null ? 0 : performance.now() - this.#running.began;
  }

  /**
   * Runs one call; the thread must be free. A call whose signal aborts is cancelled and keeps the thread until it has
   * stopped.
   */
  run(
    call: Omit<ToThread, 'id'>,
    { signal, report }: { readonly signal: AbortSignal; readonly report: Running['report'] },
  ): Promise<Ended> {
    clearTimeout(this.#idle);
    const { worker, shared } = this.#opened();
    this.#last += 1;
    const id = this.#last;
    const { promise, resolve } = Promise.withResolvers<Ended>();
    this.#running = { id, began: performance.now(), signal, report, settle: resolve };
    const message: ToThread = { ...call, id };
    worker.postMessage(message, []);
    const cancel = (): void => {
      Atomics.store(shared, SHARED.cancelled, id);
      this.#endOverdue(shared);
    };
    signal.addEventListener('abort', cancel, { once: true });
    return promise.finally(() => signal.removeEventListener('abort', cancel));
  }

  #opened(): Started {
    if (this.#started !== null) return this.#started;
    const shared = new SharedArrayBuffer(SHARED.places * Int32Array.BYTES_PER_ELEMENT);
    const worker = this.#start(shared);
    const started: Started = { worker, shared: new Int32Array(shared), hasAnswered: false };
    worker.on('message', (message: FromThread) => {
      started.hasAnswered = true;
      this.#receive(message);
    });
    const { maxOldGenerationSizeMb = 0 } = worker.resourceLimits ?? {};
    let memory_mb: number | null = null;
    // `exit` follows and settles the call.
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') memory_mb = maxOldGenerationSizeMb;
      this.#hooks.failed(error);
    });
    worker.on('exit', () => {
      if (this.#started !== started) return;
      this.#started = null;
      this.#settle({ how: 'died', memory_mb });
    });
    worker.unref();
    this.#started = started;
    return started;
  }

  #receive(message: FromThread): void {
    const running = this.#running;
    if (running === null || message.id !== running.id) return;
    if ('ended' in message) this.#settle(message.ended);
    // The caller of a cancelled call may be gone.
    else if (!running.signal.aborted) running.report(message.progress);
  }

  #settle(ended: Ended): void {
    clearInterval(this.#overdue);
    const running = this.#running;
    this.#running = null;
    // Its memory is full of what the call left; the next call starts another thread.
    if (ended.how === 'died') void this.end();
    running?.settle(ended);
    this.#idle = setTimeout(() => void this.end(), this.#limits.idle_ms).unref();
    this.#hooks.free();
  }

  /** Ends the thread if a cancelled call neither stops nor reaches a checkpoint for too long. */
  #endOverdue(shared: Int32Array): void {
    let [beats, since] = [Atomics.load(shared, SHARED.beats), performance.now()];
    this.#overdue = setInterval(() => {
      const now = Atomics.load(shared, SHARED.beats);
      if (now !== beats) [beats, since] = [now, performance.now()];
      else if (performance.now() - since >= this.#limits.overdue_ms) void this.end();
    }, CHECK_MS).unref();
  }

  /** Ends the thread; its call has died. A call that arrives meanwhile starts another thread. */
  async end(): Promise<void> {
    clearTimeout(this.#idle);
    const started = this.#started;
    if (!this.isBusy) this.#started = null;
    await started?.worker.terminate();
  }
}
