/** @module verify-thread: a worker thread that reads spans of a store. */
import { parentPort, workerData } from 'node:worker_threads';

import * as z from 'zod';

import { openSqliteReader } from '../../kernel/ledger/sqlite-reader.ts';
import { readSpan, SpanTask } from './verify-span.ts';

const reader = openSqliteReader(z.string().parse(workerData));
let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (message: unknown) => {
  const task = SpanTask.parse(message);
  // Answers are sent in the order of the tasks; a failure ends the thread.
  last = last.then(async () => parentPort?.postMessage(await readSpan(reader, task), []));
});
