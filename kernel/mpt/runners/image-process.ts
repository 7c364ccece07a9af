/** @module image-process: one edit in a child process that may read the engine's files and nothing else. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { ImageJob } from './image-worker.ts';
import { TaskStop } from './task-stop.ts';
import type { TaskEnd } from './task-stop.ts';

/** Bounds of one edit beside those of its job. */
export type ImageBounds = { readonly time_ms: number; readonly signal: AbortSignal };

/**
 * Runs an edit and waits until its process is gone. Throws `TaskStop`: TOOL_TIMEOUT at the deadline, TOOL_FAIL when
 * it was cancelled or the process died.
 */
export async function runImageJob(job: ImageJob, bounds: ImageBounds): Promise<TaskEnd> {
  const child = startProcess();
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
  child.once('close', () => fail('TOOL_FAIL', 'the process of the edit died'));
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

function startProcess(): ChildProcess {
  const worker = fileURLToPath(
    new URL(`./image-worker${extname(import.meta.url)}`, import.meta.url),
  );
  const runners = dirname(worker);
  const reads = [
    join(runners, sep),
    ...packageFolders(),
    join(runners, '..', '..', '..', 'package.json'),
  ];
  const flags = [
    '--permission',
    '--allow-addons',
    ...reads.map((path) => `--allow-fs-read=${path}`),
    '--disallow-code-generation-from-strings',
    '--no-warnings',
  ];
  return spawn(process.execPath, [...flags, worker], {
    env: {},
    cwd: '/',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    windowsHide: true,
  });
}

/** The folders of packages that hold the engine and what it needs. */
function packageFolders(): readonly string[] {
  const entry = createRequire(import.meta.url).resolve('sharp');
  const [modules = ''] = entry.split(`${sep}sharp${sep}`).slice(0, 1);
  return [join(modules, sep)];
}
