/** @module page-worker: the thread that converts one page to Markdown and posts its `TaskEnd`. */
import { parentPort } from 'node:worker_threads';

import { endOf } from '../task/task-stop.ts';
import type { TaskEnd } from '../task/task-stop.ts';
import { kindOf, readPage } from './page.ts';
import type { PageJob } from './page.ts';
import { readPdf } from './pdf.ts';

async function pageEnd(job: PageJob): Promise<TaskEnd> {
  try {
    const output = kindOf(job.content_type) === 'pdf' ? await readPdf(job.body) : readPage(job);
    return { ok: true, output, gas: 0 };
  } catch (error) {
    return endOf(error, 0, 'the page cannot be read');
  }
}

parentPort?.once('message', (job: PageJob) => {
  void pageEnd(job).then((end) => parentPort?.postMessage(end, []));
});
