/** @module process: runs one edit in a child process that may read only our runners and the packages it needs. */
import { dirname, extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { missingPackages } from '../../../base/files/optional-package.ts';
import { confinedProcess, endOfProcess } from '../task/task-process.ts';
import type { ProcessBounds } from '../task/task-process.ts';
import { TaskStop } from '../task/task-stop.ts';
import type { TaskEnd } from '../task/task-stop.ts';
import type { ImageJob } from './worker.ts';

/**
 * Runs an edit and waits until its process has exited; see `endOfProcess`.
 *
 * @throws {TaskStop} TOOL_FAIL if the optional package `sharp` is not installed
 */
export async function runImageJob(job: ImageJob, bounds: ProcessBounds): Promise<TaskEnd> {
  const missing = missingPackages(['sharp'], import.meta.url);
  if (missing !== null) throw new TaskStop('TOOL_FAIL', missing);
  const module = fileURLToPath(new URL(`./worker${extname(import.meta.url)}`, import.meta.url));
  const kernel = join(dirname(module), '..', '..', '..');
  const child = confinedProcess({
    module,
    reads: [
      join(kernel, 'tools', 'runners', sep),
      join(kernel, 'documents', 'drawings', 'text', sep),
      join(kernel, 'documents', 'raster', sep),
      join(kernel, 'building', 'geometry', `vector${extname(import.meta.url)}`),
    ],
    packages: ['sharp', 'zod', 'dejavu-fonts-ttf'],
    may: '--allow-addons',
  });
  return await endOfProcess(child, job, bounds);
}
