/** @module task-process: runs a task in a confined child process, which is killed when the task ends. */
import { spawn } from 'node:child_process';
import type { ChildProcess, Serializable } from 'node:child_process';

import { packageReads, readFlags, scopeFile } from './read-flags.ts';
import { TaskStop } from './task-stop.ts';
import type { TaskEnd } from './task-stop.ts';

/** Time limit and cancellation of one task. */
export type ProcessBounds = { readonly time_ms: number; readonly signal: AbortSignal };

/** Launch parameters of a process that may read only these paths and packages and cannot evaluate strings as code. */
export type Confined = {
  /** Absolute path of its module, without links. */
  readonly module: string;
  readonly reads: readonly string[];
  readonly packages: readonly string[];
  /** The one further permission that the process needs. */
  readonly may: '--allow-worker' | '--allow-addons';
  /** File descriptors that it inherits; in the child they are numbered from `FIRST_INHERITED`. */
  readonly inherits?: readonly number[];
};

/** The first descriptor after the three standard ones and the IPC channel. */
export const FIRST_INHERITED = 4;

/** Starts a confined process with an empty environment. */
export function confinedProcess(confined: Confined): ChildProcess {
  const { module, reads, packages, may, inherits = [] } = confined;
  const flags = [
    '--permission',
    may,
    ...readFlags([...reads, ...packageReads(module, packages), ...scopeFile(module)]),
    '--disallow-code-generation-from-strings',
    '--no-warnings',
  ];
  return spawn(process.execPath, [...flags, module], {
    env: {},
    cwd: '/',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', ...inherits],
    serialization: 'advanced',
    windowsHide: true,
  });
}

/**
 * Sends a job to a process, waits for its `TaskEnd`, kills it and waits until it has exited.
 *
 * @throws {TaskStop} TOOL_TIMEOUT at the deadline, TOOL_FAIL if the task is cancelled or the process fails
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
