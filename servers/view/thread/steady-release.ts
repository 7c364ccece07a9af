/** @module steady-release: keeps answers back until the end of a time class, so that their time tells little of what is hidden. */

/** Where times come from. */
export type Timers = {
  /** Milliseconds from any beginning. */
  readonly now: () => number;
  /** Resolves after this time (ms), or as soon as the signal aborts. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
};

/** The timers of this process. */
export const TIMERS: Timers = {
  now: () => performance.now(),
  wait: async (ms, signal) => {
    if (signal?.aborted === true) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    clearTimeout(timer);
  },
};

/**
 * The shortest class (ms). Most answers take less, also when they meet a small hidden commit, and people do not notice the
 * delay.
 */
const FIRST_MS = 50;

/** The end (ms) of the class of an answer that took this time: 50 ms, or the next double of it. */
export function classEnd(taken_ms: number): number {
  let end = FIRST_MS;
  while (end < taken_ms) end *= 2;
  return end;
}

/** Waits until the end of the class of a question that arrived at a time. */
export async function heldBack(
  arrived: number,
  { now, wait }: Timers,
  signal?: AbortSignal,
): Promise<void> {
  const taken = now() - arrived;
  await wait(classEnd(taken) - taken, signal);
}
