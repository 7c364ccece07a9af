/** @module web-page-worker: the thread that normalises one page and posts its end. */
import { parentPort } from 'node:worker_threads';

import { endOf } from './task-stop.ts';
import type { TaskEnd } from './task-stop.ts';
import { readPage } from './web-page.ts';
import type { PageJob } from './web-page.ts';

function pageEnd(job: PageJob): TaskEnd {
  try {
    return { ok: true, output: readPage(job), gas: 0 };
  } catch (error) {
    return endOf(error, 0, 'the page cannot be read');
  }
}

parentPort?.once('message', (job: PageJob) => parentPort?.postMessage(pageEnd(job), []));
