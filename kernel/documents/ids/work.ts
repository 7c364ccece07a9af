/** @module work: checkpoints of long work on IDS files and patterns, counted in steps. */
import { checkpoint } from '../../base/work/checkpoint.ts';

/** Steps between two checkpoints: a few milliseconds. */
const STEPS = 100_000;

let left = STEPS;

/**
 * Counts steps of work, each about the comparison of two values, and reaches a checkpoint after every `STEPS` of them.
 * The count continues over all checks of this thread, so that many small parts reach a checkpoint, too.
 *
 * @throws {Interrupted} if the work must stop
 */
export function worked(steps: number, doing = 'checking requirements'): void {
  left -= steps;
  if (left > 0) return;
  left = STEPS;
  checkpoint({ done: 0, total: 0, doing });
}
