/** @module certify-worker: the thread that holds values to the schemas of a stranger, and posts what they say. */
import { parentPort } from 'node:worker_threads';

import { judge } from './certify-judge.ts';
import type { JudgeJob } from './certify-judge.ts';
import { endOf } from './runners/task-stop.ts';
import type { TaskEnd } from './runners/task-stop.ts';

function judgedEnd(job: JudgeJob): TaskEnd {
  try {
    return { ok: true, output: { ...judge(job) }, gas: 0 };
  } catch (error) {
    return endOf(error, 0, 'the schemas cannot be checked');
  }
}

parentPort?.once('message', (job: JudgeJob) => parentPort?.postMessage(judgedEnd(job), []));
