/** @module one-at-a-time: reads of the store that never overlap. */

/**
 * Runs `work` once at a time. A call during a run gets the result of the next run, which begins after the current one and
 * so reads everything that was committed before the call. All calls that wait share that run.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = async (): Promise<void> => {
    try {
      await work();
    } finally {
      running = null;
    }
  };
  const startNext = (): Promise<void> => {
    next = null;
    running = start();
    return running;
  };
  return () => {
    if (running === null) return startNext();
    next ??= running.then(startNext, startNext);
    return next;
  };
}
