/** @module store-wait: how long one call may wait for the keeper, over all the requests that it makes one after the other. */
import { AsyncLocalStorage } from 'node:async_hooks';

import { KeeperUnavailable, NOTHING } from './keeper-error.ts';

/** What a call may still wait, ms. */
type Wait = { left_ms: number };

const waits = new AsyncLocalStorage<Wait | undefined>();

/** Runs a call whose requests to the keeper wait at most this long together. */
export function waitingAtMost<T>(most_ms: number, call: () => Promise<T>): Promise<T> {
  return waits.run({ left_ms: most_ms }, call);
}

/** Runs what is no part of the call in which it happens to begin. */
export function waitingForAll<T>(work: () => Promise<T>): Promise<T> {
  return waits.run(undefined, work);
}

/** Milliseconds for the next request of this call, at most this many; the function tells that it has ended. */
export function beginWait(most_ms: number): { readonly most_ms: number; readonly end: () => void } {
  const wait = waits.getStore();
  if (wait === undefined) return { most_ms, end: () => undefined };
  const began = performance.now();
  return {
    most_ms: Math.max(0, Math.min(most_ms, wait.left_ms)),
    end: () => {
      wait.left_ms -= performance.now() - began;
    },
  };
}

/** Pause (ms) between two questions whether a late store is usable, and how often it is asked: for ten minutes. */
const [AGAIN_MS, AGAIN_TIMES] = [500, 1200];

/**
 * The result of work that others do, within what is left of this call's wait; longer, ten minutes at
 * most, while `usable` says that the store is only slow. Throws KeeperUnavailable where it takes longer.
 */
export async function waited<T>(work: Promise<T>, usable: () => Promise<boolean>): Promise<T> {
  const { most_ms, end } = beginWait(Infinity);
  if (most_ms === Infinity) return await work;
  const settled = work.then(
    () => true,
    () => true,
  );
  let isSettled = await settledWithin(settled, most_ms);
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
