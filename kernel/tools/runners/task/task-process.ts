/** @module task-process: waits for the end of a task in a child process, which is killed when it is over. */
import type { ChildProcess, Serializable } from 'node:child_process';

import { TaskStop } from './task-stop.ts';
import type { TaskEnd } from './task-stop.ts';

/** Bounds of one task in addition to those of its job. */
export type ProcessBounds = { readonly time_ms: number; readonly signal: AbortSignal };

/**
 * Sends a job to a process and waits until it has exited. Throws `TaskStop`: TOOL_TIMEOUT at the deadline, TOOL_FAIL
 * when it was cancelled or the process failed.
 */
export async function endOfProcess(
  child: ChildProcess,
  job: Serializable,
  bounds: ProcessBounds,
): Promise<TaskEnd> {
  const { promise, resolve, reject } = Promise.withResolvers<TaskEnd>();
  const gone = new Promise<void>((done) => {
    child.once('close', () => done());
  });
  const fail = (code: 'TOOL_TIMEOUT' | 'TOOL_FAIL', cause: string): void =>
    reject(new TaskStop(code, cause));
  const cancel = (): void => fail('TOOL_FAIL', 'the run was cancelled');
  const deadline = setTimeout(
    () => fail('TOOL_TIMEOUT', `the tool ran longer than ${bounds.time_ms} ms`),
    bounds.time_ms,
  );
  bounds.signal.addEventListener('abort', cancel, { once: true });
  child.on('message', (end: TaskEnd) => resolve(end));
  child.once('error', (error) => fail('TOOL_FAIL', `the process did not start: ${error.message}`));
  child.once('close', () => fail('TOOL_FAIL', 'the process of the task died'));
  if (bounds.signal.aborted) cancel();
  else child.send(job);
  try {
    return await promise;
  } finally {
    clearTimeout(deadline);
    bounds.signal.removeEventListener('abort', cancel);
    child.kill('SIGKILL');
    await gone;
  }
}
