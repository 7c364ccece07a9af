/** @module process: runs one edit in a child process that may read only our runners and the engine's packages. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { dirname, extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { packageReads, readFlags, scopeFile } from '../task/read-flags.ts';
import { endOfProcess } from '../task/task-process.ts';
import type { ProcessBounds } from '../task/task-process.ts';
import type { TaskEnd } from '../task/task-stop.ts';
import type { ImageJob } from './worker.ts';

/** Runs an edit and waits until its process has exited; see `endOfProcess`. */
export async function runImageJob(job: ImageJob, bounds: ProcessBounds): Promise<TaskEnd> {
  return await endOfProcess(startProcess(), job, bounds);
}

function startProcess(): ChildProcess {
  const worker = fileURLToPath(new URL(`./worker${extname(import.meta.url)}`, import.meta.url));
  const runners = join(dirname(worker), '..');
  const kernel = join(runners, '..');
  const reads = [
    join(runners, sep),
    join(kernel, 'drawings', 'text', sep),
    join(kernel, 'raster', sep),
    ...packageReads(worker, ['sharp', 'zod', 'dejavu-fonts-ttf']),
    ...scopeFile(worker),
  ];
  const flags = [
    '--permission',
    '--allow-addons',
    ...readFlags(reads),
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
