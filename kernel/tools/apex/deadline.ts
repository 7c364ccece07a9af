/** @module deadline: waits for untrusted work no longer than its time limit, whatever the work does. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits `ms` milliseconds, less when aborted; injected, so that tests need no wall clock. */
export type Delay = (ms: number, signal: AbortSignal) => Promise<void>;

/** A delay that uses the timers of the process. */
export const timerDelay: Delay = async (ms, signal) => {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};

/**
 * How timed work ended. `late` and `cancelled` may carry a result that arrived within the grace period;
 * `running` settles when the work stops.
 */
export type TimedEnd<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'threw'; readonly error: unknown }
  | {
      readonly kind: 'late' | 'cancelled';
      readonly value: T | undefined;
      readonly running: Promise<void>;
    };

/** Why the signal of timed work was aborted when its time was over; whoever passes the signal on passes this on. */
const OVERTIME = new DOMException('the time of the work was over', 'TimeoutError');

/** How long work may take, and how long it may then take to stop. */
export type TimeLimits = {
  readonly time_ms: number;
  readonly grace_ms: number;
  readonly delay: Delay;
  readonly cancel?: AbortSignal | undefined;
};

/**
 * Starts work and waits at most `time_ms` for it; then aborts its signal and waits at most `grace_ms` more for a last
 * result. A `cancel` that is itself the end of a time limit is `late`, not `cancelled`. Never throws, even if the work
 * does.
 */
export async function withinTime<T>(
  work: (signal: AbortSignal) => Promise<T>,
  limits: TimeLimits,
): Promise<TimedEnd<T>> {
  const stop = new AbortController();
  const timers = new AbortController();
  const settled = settle(work, stop.signal);
  const running = settled.then(() => undefined);
  try {
    const first = await Promise.race([
      settled,
      limits.delay(limits.time_ms, timers.signal).then(() => 'late' as const),
      cancelled(limits.cancel, timers.signal),
    ]);
    if (typeof first !== 'string') return first;
    stop.abort(first === 'late' ? OVERTIME : limits.cancel?.reason);
    const grace = limits.delay(limits.grace_ms, timers.signal).then(() => undefined);
    const last = await Promise.race([settled, grace]);
    return { kind: first, value: last?.kind === 'done' ? last.value : undefined, running };
  } finally {
    timers.abort();
  }
}

type Settled<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'threw'; readonly error: unknown };

async function settle<T>(
  work: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): Promise<Settled<T>> {
  try {
    return { kind: 'done', value: await work(signal) };
  } catch (error) {
    return { kind: 'threw', error };
  }
}

/** Settles when the caller cancels, or when the caller's own time is over; else never. */
async function cancelled(
  cancel: AbortSignal | undefined,
  over: AbortSignal,
): Promise<'cancelled' | 'late'> {
  return await new Promise((resolve) => {
    if (cancel === undefined) return;
    const give = (): void => resolve(cancel.reason === OVERTIME ? 'late' : 'cancelled');
    if (cancel.aborted) give();
    else cancel.addEventListener('abort', give, { once: true, signal: over });
  });
}
