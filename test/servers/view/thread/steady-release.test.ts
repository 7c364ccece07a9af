/** @module tests of the time classes of answers. */
import { expect, test } from 'vitest';

import { classEnd, heldBack, TIMERS } from '../../../../servers/view/thread/steady-release.ts';

test.each([
  [0, 50],
  [49.5, 50],
  [50, 50],
  [50.5, 100],
  [101, 200],
  [1600, 1600],
  [1601, 3200],
])('an answer that took %d ms is released after %d ms', async (taken, end) => {
  expect(classEnd(taken)).toBe(end);
  const waits: number[] = [];
  const wait = async (ms: number): Promise<void> => await Promise.resolve(void waits.push(ms));
  await heldBack(1000, { now: () => 1000 + taken, wait });
  expect(waits).toEqual([end - taken]);
});

test('nobody waits for an answer that is not wanted any more', async () => {
  const gone = new AbortController();
  const waiting = TIMERS.wait(2 ** 30, gone.signal);
  gone.abort();
  await waiting;
  await TIMERS.wait(2 ** 30, gone.signal);
  await TIMERS.wait(0);
  expect(gone.signal.aborted).toBe(true);
});
