/** @module progress-bar: a progress bar of one line; without a terminal it prints nothing. */
import type { WriteStream } from 'node:tty';

/** Length of the bar in characters. */
const WIDTH = 30;
/** Minimum time between two updates, ms. */
const EVERY_MS = 100;

/**
 * Creates a progress bar.
 *
 * @param stopwatch returns milliseconds from any origin
 */
export function progressBar(
  out: Pick<WriteStream, 'isTTY' | 'write'>,
  stopwatch: () => number,
): { readonly update: (done: number, total: number) => void; readonly end: () => void } {
  const started = stopwatch();
  let shown = -Infinity;
  return {
    update(done, total) {
      const now = stopwatch();
      if (!out.isTTY || (now - shown < EVERY_MS && done < total)) return;
      shown = now;
      const full = Math.round((WIDTH * done) / total);
      const left = Math.ceil(((now - started) / done) * (total - done) * 0.001);
      const bar = `${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}`;
      out.write(`\r[${bar}] ${done}/${total} episodes, ${left} s left \u001b[K`);
    },
    end() {
      if (out.isTTY && shown > -Infinity) out.write('\r\u001b[K');
    },
  };
}
