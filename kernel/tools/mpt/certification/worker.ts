/** @module worker: the thread that validates values against the schemas of an untrusted contract. */
import { parentPort } from 'node:worker_threads';

import { endOf } from '../../runners/task/task-stop.ts';
import type { TaskEnd } from '../../runners/task/task-stop.ts';
import { validateValues } from './validate-values.ts';
import type { ValidationJob } from './validate-values.ts';

function validationEnd(job: ValidationJob): TaskEnd {
  try {
    return { ok: true, output: { ...validateValues(job) }, gas: 0 };
  } catch (error) {
    return endOf(error, 0, 'the schemas cannot be checked');
  }
}

parentPort?.once('message', (job: ValidationJob) =>
  parentPort?.postMessage(validationEnd(job), []),
);
