/** @module stops: records the checkpoints of work, for tests that count them. */
import { type Progress, watched } from '../../../../kernel/base/work/checkpoint.ts';

/** The result of `work` (`made`), and the progress that it reported at each checkpoint (`stops`). */
export function stopsOf<T>(work: () => T): {
  readonly made: T;
  readonly stops: readonly Progress[];
} {
  const stops: Progress[] = [];
  const made = watched(
    (progress) => stops.push(progress),
    () => work(),
  );
  return { made, stops };
}
