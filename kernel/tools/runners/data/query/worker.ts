/** @module worker: the process of one query: one thread runs it, the main thread watches the memory of the process. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

import { endOf, TaskStop } from '../../task/task-stop.ts';
import type { TaskEnd } from '../../task/task-stop.ts';
import { DataMeter, LOADED_CELLS_PER_GAS } from '../bounds.ts';
import type { QueryJob } from './process.ts';
import { queryTable } from './query.ts';

/** Milliseconds between memory checks. SQLite's memory is outside the heap, so no heap limit applies to it. */
const WATCH_MS = 20;

async function endOfQuery({ source, request, gas }: QueryJob): Promise<TaskEnd> {
  const meter = new DataMeter(gas, LOADED_CELLS_PER_GAS);
  try {
    const output = await queryTable(source, request, meter);
    return { ok: true, output, gas: meter.used };
  } catch (error) {
    return endOf(error, meter.used, 'the query failed');
  }
}

function serve(job: QueryJob): void {
  const base = process.memoryUsage.rss();
  const answer = (end: TaskEnd): void => {
    clearInterval(watching);
    // The parent kills this process: a thread inside SQLite cannot be stopped otherwise
    process.send?.(end);
  };
  const watching = setInterval(() => {
    if (process.memoryUsage.rss() - base < job.mem_mb * 1_048_576) return;
    const stop = new TaskStop('BOUND_MEM', `the query needs more than ${job.mem_mb} MB of memory`);
    answer(endOf(stop, 0, ''));
  }, WATCH_MS);
  const worker = new Worker(new URL(import.meta.url), { env: {}, workerData: job });
  worker.once('message', answer);
  worker.once('error', (error) => answer(endOf(error, 0, 'the query failed')));
}

if (isMainThread) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.once('message', (job: QueryJob) => serve(job));
} else {
  const job: QueryJob = workerData;
  void endOfQuery(job).then((end) => parentPort?.postMessage(end, []));
}
