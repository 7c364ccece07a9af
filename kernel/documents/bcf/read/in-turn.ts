/** @module in-turn: work with one archive at a time, because an archive takes up to some hundred megabytes of memory. */

let last: Promise<unknown> = Promise.resolve();

/** Does the work after all earlier work has ended. The work must not call this. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const run = last.then(work, work);
  last = run.catch(() => undefined);
  return await run;
}
