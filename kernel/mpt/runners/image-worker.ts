/** @module image-worker: the process that carries out one edit, sends its end and goes. */
import type { ImageEdit } from './image-operations.ts';
import { editImage, ImageMeter, prepareEngine } from './image-pipeline.ts';
import { endOf, TaskStop } from './task-stop.ts';
import type { TaskEnd } from './task-stop.ts';

/** What the process is given. */
export type ImageJob = {
  readonly bytes: Uint8Array;
  readonly edit: ImageEdit;
  readonly gas: number;
  readonly mem_mb: number;
};

/** Milliseconds between looks at the memory; pixels are held outside the heap, where no limit of Node's counts. */
const WATCH_MS = 20;

const base = process.memoryUsage.rss();

function leave(end: TaskEnd): void {
  process.send?.(end, () => process.exit(0));
}

function watch({ mem_mb }: ImageJob, meter: ImageMeter): NodeJS.Timeout {
  return setInterval(() => {
    if (process.memoryUsage.rss() - base < mem_mb * 1_048_576) return;
    const stop = new TaskStop('BOUND_MEM', `the edit needs more than ${mem_mb} MB of memory`);
    leave(endOf(stop, meter.used, ''));
  }, WATCH_MS);
}

async function endOfEdit(job: ImageJob, meter: ImageMeter): Promise<TaskEnd> {
  try {
    const output = await editImage(job.bytes, job.edit, meter);
    return { ok: true, output, gas: meter.used };
  } catch (error) {
    return endOf(error, meter.used, 'the picture cannot be edited');
  }
}

process.once('disconnect', () => process.exit(1));
process.once('message', (job: ImageJob) => {
  const meter = new ImageMeter(job.gas);
  const watching = watch(job, meter);
  void (async () => {
    const end = await endOfEdit(job, meter);
    clearInterval(watching);
    leave(end);
  })();
});
prepareEngine();
