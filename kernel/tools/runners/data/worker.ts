/** @module worker: the thread that reads one table and posts its `TaskEnd`. */
import { parentPort } from 'node:worker_threads';

import { endOf } from '../task/task-stop.ts';
import type { TaskEnd } from '../task/task-stop.ts';
import { DataMeter } from './bounds.ts';
import { readCsv } from './csv/read.ts';
import type { CsvAnswer, CsvRequest } from './csv/read.ts';
import { chunksOf } from './source.ts';
import type { DataSource } from './source.ts';
import { readXlsx } from './xlsx/read.ts';
import type { XlsxAnswer, XlsxRequest } from './xlsx/read.ts';

/** The job of the thread. */
export type DataJob = { readonly source: DataSource; readonly gas: number } & (
  | { readonly kind: 'csv'; readonly request: CsvRequest }
  | { readonly kind: 'xlsx'; readonly request: XlsxRequest }
);

async function answer(job: DataJob, meter: DataMeter): Promise<CsvAnswer | XlsxAnswer> {
  if (job.kind === 'csv') return await readCsv(chunksOf(job.source), job.request, meter);
  return await readXlsx(job.source, job.request, meter);
}

async function readTable(job: DataJob): Promise<TaskEnd> {
  const meter = new DataMeter(job.gas);
  try {
    return { ok: true, output: await answer(job, meter), gas: meter.used };
  } catch (error) {
    return endOf(error, meter.used, `the ${job.kind} reader failed`);
  }
}

parentPort?.once('message', (job: DataJob) => {
  void readTable(job).then((end) => parentPort?.postMessage(end, []));
});
