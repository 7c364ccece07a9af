/** @module worker: the child process that edits or inspects one picture, sends its `TaskEnd` and exits. */
import { endOf, TaskStop } from '../task/task-stop.ts';
import type { TaskEnd } from '../task/task-stop.ts';
import type { ImageEdit } from './operations.ts';
import { editImage, ImageMeter, inspectImage, prepareEngine } from './pipeline.ts';

/** The job of the process. */
export type ImageJob = {
  readonly bytes: Uint8Array;
  /** Null: the picture is only decoded and inspected. */
  readonly edit: ImageEdit | null;
  readonly gas: number;
  readonly mem_mb: number;
};

/** Milliseconds between memory checks. Pixels are outside the heap, so no heap limit applies to them. */
const WATCH_MS = 20;

/** Memory before the edit, bytes. */
const base = process.memoryUsage.rss();

function sendAndExit(end: TaskEnd): void {
  process.send?.(end, () => process.exit(0));
}

function watch({ mem_mb }: ImageJob, meter: ImageMeter): NodeJS.Timeout {
  return setInterval(() => {
    if (process.memoryUsage.rss() - base < mem_mb * 1_048_576) return;
    const stop = new TaskStop('BOUND_MEM', `the edit needs more than ${mem_mb} MB of memory`);
    sendAndExit(endOf(stop, meter.used, ''));
  }, WATCH_MS);
}

async function endOfEdit(job: ImageJob, meter: ImageMeter): Promise<TaskEnd> {
  try {
    const output =
      job.edit === null
        ? await inspectImage(job.bytes, meter)
        : await editImage(job.bytes, job.edit, meter);
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
    sendAndExit(end);
  })();
});
prepareEngine();
