/** @module one-at-a-time: a reading of the store that never overlaps itself. */

/**
 * Runs `work` once at a time. A call while it runs gets the next run, which begins after this one and so reads what was
 * committed before the call; all calls that wait share it.
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
