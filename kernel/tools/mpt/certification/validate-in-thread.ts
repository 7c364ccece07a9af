/** @module validate-in-thread: validates values against the schemas of an untrusted contract, in a separate thread. */
import { extname } from 'node:path';

import * as z from 'zod';

import { TaskStop } from '../../runners/task/task-stop.ts';
import type { TaskEnd } from '../../runners/task/task-stop.ts';
import { TaskThreads } from '../../runners/task/task-threads.ts';
import type { Validation, ValidationJob } from './validate-values.ts';

/** Default time limit, ms: a pattern may backtrack exponentially. */
export const VALIDATE_MS = 10_000;
/** Memory limit of the thread, MB: a schema may refer to itself. */
const VALIDATE_HEAP_MB = 256;

const ValidationShape = z.object({ schema_fault: z.string(), faults: z.array(z.string()) });

/** Validates in a separate thread. Exceeding the time or memory bound is a `schema_fault`. */
export async function validateInThread(job: ValidationJob, time_ms: number): Promise<Validation> {
  await using threads = new TaskThreads(
    new URL(`./worker${extname(import.meta.url)}`, import.meta.url),
    { ahead: false },
  );
  const bounds = {
    heap_mb: VALIDATE_HEAP_MB,
    time_ms,
    signal: new AbortController().signal,
  };
  let end: TaskEnd;
  try {
    end = await threads.run({ job, ...bounds });
  } catch (error) {
    if (!(error instanceof TaskStop)) throw error;
    const schema_fault = `the schemas cannot be checked within ${time_ms} ms and ${VALIDATE_HEAP_MB} MB`;
    return { schema_fault, faults: job.values.map(() => schema_fault) };
  }
  if (!end.ok) return { schema_fault: end.cause, faults: job.values.map(() => end.cause) };
  return ValidationShape.parse(end.output);
}
