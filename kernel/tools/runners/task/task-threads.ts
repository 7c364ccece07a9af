/** @module task-threads: runs each task in its own thread, with a heap limit and a deadline. */
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';

import { TaskStop } from './task-stop.ts';
import type { TaskEnd } from './task-stop.ts';

/** A task: the message for the thread, and its bounds. */
export type ThreadTask = {
  readonly job: unknown;
  /** Heap of the thread in MB; strings and objects count, buffers do not (tasks bound these themselves). */
  readonly heap_mb: number;
  readonly time_ms: number;
  readonly signal: AbortSignal;
};

const STACK_MB = 8;

type Spare = { readonly worker: Worker; readonly heap_mb: number };

/**
 * Runs tasks of one module, which receives one job as a message and posts one `TaskEnd`. Each task has its own thread,
 * which ends with the task; the next thread may be started in advance, so that a task does not wait for its start.
 */
export class TaskThreads implements AsyncDisposable {
  readonly #module: URL;
  readonly #ahead: boolean;
  #spare: Spare | undefined;
  #closed = false;

  /** `ahead`: whether the thread of the next task is started in advance. */
  constructor(module: URL, { ahead = true }: { readonly ahead?: boolean } = {}) {
    this.#module = module;
    this.#ahead = ahead;
  }

  /** Throws `TaskStop`: TOOL_TIMEOUT at the deadline, BOUND_MEM at a full heap, TOOL_FAIL when cancelled or crashed. */
  async run(task: ThreadTask): Promise<TaskEnd> {
    const worker = this.#take(task.heap_mb);
    try {
      return await endOfTask(worker, task);
    } finally {
      await worker.terminate();
      if (this.#ahead && !this.#closed) this.#spare ??= this.#start(task.heap_mb);
    }
  }

  /** Terminates the spare thread. Running tasks end by themselves. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await this.#spare?.worker.terminate();
    this.#spare = undefined;
  }

  #take(heap_mb: number): Worker {
    const spare = this.#spare;
    this.#spare = undefined;
    if (spare?.heap_mb === heap_mb) return spare.worker;
    void spare?.worker.terminate();
    return this.#start(heap_mb).worker;
  }

  #start(heap_mb: number): Spare {
    const worker = new Worker(this.#module, {
      env: threadEnv(),
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: heap_mb, stackSizeMb: STACK_MB },
    });
    worker.unref();
    // A spare thread that ends is replaced
    worker.once('error', () => {
      if (this.#spare?.worker === worker) this.#spare = undefined;
    });
    return { worker, heap_mb };
  }
}

/** Of the environment of the process, which may hold secrets, only where compiled code is kept: it halves the start. */
function threadEnv(): Readonly<Record<string, string>> {
  const cache = getCompileCacheDir();
  return cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) };
}

async function endOfTask(worker: Worker, task: ThreadTask): Promise<TaskEnd> {
  const { promise, resolve, reject } = Promise.withResolvers<TaskEnd>();
  const stop = (code: 'TOOL_TIMEOUT' | 'TOOL_FAIL' | 'BOUND_MEM', cause: string): void =>
    reject(new TaskStop(code, cause));
  const cancel = (): void => stop('TOOL_FAIL', 'the run was cancelled');
  const deadline = setTimeout(
    () => stop('TOOL_TIMEOUT', `the tool ran longer than ${task.time_ms} ms`),
    task.time_ms,
  );
  task.signal.addEventListener('abort', cancel, { once: true });
  worker.once('message', (end: TaskEnd) => resolve(end));
  worker.once('error', (error: Error & { readonly code?: string }) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      stop('BOUND_MEM', `the tool needs more than ${task.heap_mb} MB of memory`);
    } else {
      stop('TOOL_FAIL', `the tool broke: ${error.message.split('\n')[0] ?? ''}`);
    }
  });
  worker.once('exit', () => stop('TOOL_FAIL', 'the tool ended without a result'));
  worker.ref();
  if (task.signal.aborted) cancel();
  else worker.postMessage(task.job, []);
  try {
    return await promise;
  } finally {
    clearTimeout(deadline);
    task.signal.removeEventListener('abort', cancel);
  }
}
