/** @module deadline: limits how long a caller waits for untrusted work. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits `ms` milliseconds, or until aborted. Injected, so that tests need no wall clock. */
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

/** Abort reason of a signal whose time limit has passed. Derived signals have the same reason. */
const OVERTIME = new DOMException('the time limit has passed', 'TimeoutError');

/** `time_ms`: how long the work may take. `grace_ms`: how long it may then take to stop. */
export type TimeLimits = {
  readonly time_ms: number;
  readonly grace_ms: number;
  readonly delay: Delay;
  readonly cancel?: AbortSignal | undefined;
};

/**
 * Starts work and waits at most `time_ms` for it; then aborts its signal and waits at most `grace_ms` more for a last
 * result. If `cancel` was aborted by another time limit, the outcome is `late`, not `cancelled`. Never throws, even if
 * the work does.
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

/** Resolves when the caller cancels or when the caller's own time limit passes; else never. */
async function cancelled(
  cancel: AbortSignal | undefined,
  over: AbortSignal,
): Promise<'cancelled' | 'late'> {
  return await new Promise((resolve) => {
    if (cancel === undefined) return;
    const settleNow = (): void => resolve(cancel.reason === OVERTIME ? 'late' : 'cancelled');
    if (cancel.aborted) settleNow();
    else cancel.addEventListener('abort', settleNow, { once: true, signal: over });
  });
}
