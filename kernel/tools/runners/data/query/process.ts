/** @module process: runs one query in a child process; only killing it can stop a running SQLite statement. */
import { dirname, extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { confinedProcess, endOfProcess, FIRST_INHERITED } from '../../task/task-process.ts';
import type { ProcessBounds } from '../../task/task-process.ts';
import type { TaskEnd } from '../../task/task-stop.ts';
import type { DataSource } from '../source.ts';
import type { QueryRequest } from './query.ts';

/** The job of the process. The child inherits the descriptor of a file. */
export type QueryJob = {
  readonly source: DataSource;
  readonly request: QueryRequest;
  readonly gas: number;
  readonly mem_mb: number;
};

/**
 * Runs a query and waits until its process has exited; see `endOfProcess`. The process may read only our runners, the
 * packages and the module that read workbooks, and the file.
 */
export async function runQueryJob(job: QueryJob, bounds: ProcessBounds): Promise<TaskEnd> {
  const { source } = job;
  const module = fileURLToPath(new URL(`./worker${extname(import.meta.url)}`, import.meta.url));
  const kernel = join(dirname(module), '..', '..', '..', '..');
  const child = confinedProcess({
    module,
    reads: [
      join(kernel, 'tools', 'runners', sep),
      join(kernel, 'base', 'archive', `overlap${extname(import.meta.url)}`),
    ],
    packages: ['saxes', 'yauzl'],
    may: '--allow-worker',
    inherits: source.kind === 'file' ? [source.fd] : [],
  });
  const inherited = source.kind === 'file' ? { ...source, fd: FIRST_INHERITED } : source;
  return await endOfProcess(child, { ...job, source: inherited }, bounds);
}
