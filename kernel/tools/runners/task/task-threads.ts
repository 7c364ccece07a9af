/** @module task-threads: runs each task in a new thread, with a heap limit and a deadline. */
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';

import { TaskStop } from './task-stop.ts';
import type { TaskEnd } from './task-stop.ts';

/** A task: the message for the thread, and its bounds. */
export type ThreadTask = {
  readonly job: unknown;
  /** Heap limit of the thread, MB. Buffers are outside the heap: tasks bound them themselves. */
  readonly heap_mb: number;
  readonly time_ms: number;
  readonly signal: AbortSignal;
};

/** Stack of a thread, MB. */
const STACK_MB = 8;

/** A thread that was started ahead of its task. */
type Spare = { readonly worker: Worker; readonly heap_mb: number };

/**
 * Runs tasks of one module, which receives one job as a message and posts one `TaskEnd`. Each task has a thread that
 * ends with it. The next thread may be started ahead, so that a task does not wait for its start.
 */
export class TaskThreads implements AsyncDisposable {
  readonly #module: URL;
  readonly #ahead: boolean;
  #spare: Spare | undefined;
  #closed = false;

  /** `ahead`: whether the thread of the next task is started ahead. */
  constructor(module: URL, { ahead = true }: { readonly ahead?: boolean } = {}) {
    this.#module = module;
    this.#ahead = ahead;
  }

  /** Runs a task. Throws `TaskStop`: TOOL_TIMEOUT, BOUND_MEM if the heap is full, TOOL_FAIL if cancelled or crashed. */
  async run(task: ThreadTask): Promise<TaskEnd> {
    const worker = this.#take(task.heap_mb);
    try {
      return await endOfTask(worker, task);
    } finally {
      await worker.terminate();
      if (this.#ahead && !this.#closed) this.#spare ??= this.#start(task.heap_mb);
    }
  }

  /** Terminates the spare thread. Running tasks continue to their end. */
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
    // Forgets a spare thread that failed, so that it is replaced
    worker.once('error', () => {
      if (this.#spare?.worker === worker) this.#spare = undefined;
    });
    return { worker, heap_mb };
  }
}

/** Environment without secrets: only the folder of the compile cache, which halves the start time. */
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
