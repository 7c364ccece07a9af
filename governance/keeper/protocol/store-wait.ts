/** @module store-wait: the time budget of one call for waiting on the keeper, over all its requests. */
import { AsyncLocalStorage } from 'node:async_hooks';

import { KeeperUnavailable, NOTHING } from './keeper-error.ts';

/** Remaining wait of a call, ms. */
type Wait = { left_ms: number };

const waits = new AsyncLocalStorage<Wait | undefined>();

/** Runs a call whose requests to the keeper wait at most this long in total. */
export function withMaxWait<T>(max_ms: number, call: () => Promise<T>): Promise<T> {
  return waits.run({ left_ms: max_ms }, call);
}

/** Runs shared work outside the time budget of the call that happens to start it. */
export function withoutWaitLimit<T>(work: () => Promise<T>): Promise<T> {
  return waits.run(undefined, work);
}

/** Time limit (ms) of the next request of this call, at most `max_ms`; `end` must be called after the request. */
export function beginWait(max_ms: number): { readonly max_ms: number; readonly end: () => void } {
  const wait = waits.getStore();
  if (wait === undefined) return { max_ms, end: () => undefined };
  const began = performance.now();
  return {
    max_ms: Math.max(0, Math.min(max_ms, wait.left_ms)),
    end: () => {
      wait.left_ms -= performance.now() - began;
    },
  };
}

/** Pause (ms) between two checks of a slow store, and the number of checks: ten minutes in total. */
const [AGAIN_MS, AGAIN_TIMES] = [500, 1200];

/**
 * The result of shared work, within the remaining wait of this call; while `usable` reports that the store is only slow, up
 * to ten minutes longer. Throws KeeperUnavailable after that.
 */
export async function awaitWork<T>(work: Promise<T>, usable: () => Promise<boolean>): Promise<T> {
  const { max_ms, end } = beginWait(Infinity);
  if (max_ms === Infinity) return await work;
  const settled = work.then(
    () => true,
    () => true,
  );
  let isSettled = await settledWithin(settled, max_ms);
  end();
  for (let times = 0; !isSettled; times += 1) {
    if (times === AGAIN_TIMES || !(await usable())) {
      throw new KeeperUnavailable('the store has not answered in time', NOTHING);
    }
    isSettled = await settledWithin(settled, AGAIN_MS);
  }
  return await work;
}

async function settledWithin(settled: Promise<boolean>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  // After the input of that turn, in which the result may have arrived.
  const timer = setTimeout(() => setImmediate(() => late.resolve(false)), ms);
  try {
    return await Promise.race([settled, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
