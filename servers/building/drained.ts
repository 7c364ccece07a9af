/** @module drained: long work of the kernel carried out between other calls, with progress and an end when it is cancelled. */
import type { Steps } from '../../kernel/findings/steps.ts';
import { Refusal } from '../../schemas/errors.ts';

/** Who asked for the work. */
export type Asker = {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number, message: string) => void;
};

/** How long other calls wait at the most, beside the longest step. */
const SLICE_MS = 8;

/**
 * The result of the work; other calls are answered between its steps, and progress is said when a hundredth more of it
 * is done. Where the work begins to count anew, it goes on from there: what is said always grows. Refuses EXTERNAL_FAILURE when it is cancelled: nothing of it is kept then.
 */
export async function drained<Result>(
  steps: Steps<Result>,
  { signal, progress }: Asker,
): Promise<Result> {
  let said = '';
  /** What was counted before the work began anew, since then, what was said last, and what the work was then. */
  let [before, counted, last, phase] = [0, 0, -1, ''];
  let since = performance.now();
  for (;;) {
    if (signal.aborted) {
      throw new Refusal('EXTERNAL_FAILURE', 'the run was cancelled', 'call again to run it afresh');
    }
    const step = steps.next();
    if (step.done === true) return step.value;
    const { done, total, doing } = step.value;
    if (done < counted || (done === 0 && doing !== phase && last >= 0)) before += counted + 1;
    [counted, phase] = [done, doing];
    const now = `${doing} ${Math.floor((100 * done) / Math.max(1, total))}`;
    if (now !== said && before + done > last) {
      said = now;
      last = before + done;
      progress(before + done, before + total, doing);
    }
    if (performance.now() - since < SLICE_MS) continue;
    await nextTurn();
    since = performance.now();
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
