/** @module page-worker: the thread that normalises one page and posts its `TaskEnd`. */
import { parentPort } from 'node:worker_threads';

import { endOf } from '../task/task-stop.ts';
import type { TaskEnd } from '../task/task-stop.ts';
import { readPage } from './page.ts';
import type { PageJob } from './page.ts';

function pageEnd(job: PageJob): TaskEnd {
  try {
    return { ok: true, output: readPage(job), gas: 0 };
  } catch (error) {
    return endOf(error, 0, 'the page cannot be read');
  }
}

parentPort?.once('message', (job: PageJob) => parentPort?.postMessage(pageEnd(job), []));
