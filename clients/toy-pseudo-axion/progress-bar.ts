/** @module progress-bar: one line of progress; silent without a terminal. */
import type { WriteStream } from 'node:tty';

const WIDTH = 30;
const EVERY_MS = 100;

/** @param stopwatch milliseconds from any origin */
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
