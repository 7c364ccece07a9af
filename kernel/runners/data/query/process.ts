/** @module process: runs one query in a child process: what SQLite computes can only be stopped by killing it. */
import { spawn } from 'node:child_process';
import { dirname, extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { packageReads, readFlags, scopeFile } from '../../task/read-flags.ts';
import { endOfProcess } from '../../task/task-process.ts';
import type { ProcessBounds } from '../../task/task-process.ts';
import type { TaskEnd } from '../../task/task-stop.ts';
import type { DataSource } from '../source.ts';
import type { QueryRequest } from './query.ts';

/** The job of the process. A file comes as a descriptor of this process, which is its descriptor `FILE_FD`. */
export type QueryJob = {
  readonly source: DataSource;
  readonly request: QueryRequest;
  readonly gas: number;
  readonly mem_mb: number;
};

/** The descriptor after the three of every process and the channel. */
const FILE_FD = 4;

/** Runs a query and waits until its process has exited; see `endOfProcess`. It may read our runners, a package for archives, and the one file. */
export async function runQueryJob(job: QueryJob, bounds: ProcessBounds): Promise<TaskEnd> {
  const { source } = job;
  const worker = fileURLToPath(new URL(`./worker${extname(import.meta.url)}`, import.meta.url));
  const kernel = join(dirname(worker), '..', '..', '..');
  const reads = [
    join(kernel, 'runners', sep),
    ...packageReads(worker, ['yauzl']),
    ...scopeFile(worker),
  ];
  const flags = [
    '--permission',
    '--allow-worker',
    ...readFlags(reads),
    '--disallow-code-generation-from-strings',
    '--no-warnings',
  ];
  const child = spawn(process.execPath, [...flags, worker], {
    env: {},
    cwd: '/',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', ...(source.kind === 'file' ? [source.fd] : [])],
    serialization: 'advanced',
    windowsHide: true,
  });
  return await endOfProcess(
    child,
    { ...job, source: source.kind === 'file' ? { ...source, fd: FILE_FD } : source },
    bounds,
  );
}
