/** @module checkpoint: lets long synchronous work report progress and be stopped. */
import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Progress of long work; the total is 0 if the amount of work is unknown. `doing`: what is being processed. `isLong`:
 * the work that follows must not run on a thread that other calls need.
 */
export type Progress = {
  readonly done: number;
  readonly total: number;
  readonly doing: string;
  readonly isLong?: boolean;
};

/** Called at each checkpoint; stops the work by throwing `Interrupted`. */
export type Watch = (progress: Progress) => void;

/**
 * The reason for stopping work: its call was cancelled, it blocked the thread too long, or its call exceeded the limit
 * of time or of memory.
 */
export type Interruption = 'cancelled' | 'overdue' | 'too_long' | 'too_large';

/**
 * Stops work at a checkpoint. INVARIANT: it is not a Refusal, and code that catches refusals rethrows every other
 * error. So it always reaches the caller of `watched`.
 */
export class Interrupted extends Error {
  readonly because: Interruption;

  constructor(because: Interruption) {
    super(`interrupted: ${because}`);
    this.name = 'Interrupted';
    this.because = because;
  }
}

const watches = new AsyncLocalStorage<Watch>();

/** Progress of work whose amount is unknown. */
const UNMEASURED: Progress = { done: 0, total: 0, doing: 'working' };

/**
 * Reports progress to the watch of this call; does nothing without a watch. Long work must call it about every 20 ms,
 * and only while all shared state is consistent, because the call may throw.
 *
 * @throws {Interrupted} if the work must stop
 */
export function checkpoint(progress: Progress = UNMEASURED): void {
  watches.getStore()?.(progress);
}

/**
 * A checkpoint before work whose time and memory a caller determines, such as reading a large file. On a thread that
 * other calls need, the work is interrupted and begins again elsewhere; in other threads it continues.
 *
 * @throws {Interrupted} if the work must stop
 */
export function checkpointBeforeLongWork(): void {
  checkpoint({ ...UNMEASURED, isLong: true });
}

/**
 * Runs `work`, synchronous or not, and returns its result. Every checkpoint in it calls `watch`, also after `await`.
 */
export function watched<T>(watch: Watch, work: () => T): T {
  return watches.run(watch, work);
}
