/** @module one-at-a-time.test: reads never overlap, and everything committed before a call is read. */
import { expect, test } from 'vitest';

import { oneAtATime } from '../../../governance/tool/one-at-a-time.ts';

/** A store that answers when it is released, with its content at the time of the request. */
function slow(): {
  readonly read: () => Promise<void>;
  readonly seen: number[];
  readonly answer: () => Promise<void>;
  commits: number;
} {
  const waiting: (() => void)[] = [];
  let reading = 0;
  const store = {
    commits: 0,
    seen: [] as number[],
    read: async (): Promise<void> => {
      reading += 1;
      expect(reading).toBe(1);
      const held = store.commits;
      await new Promise<void>((resolve) => waiting.push(resolve));
      store.seen.push(held);
      reading -= 1;
    },
    answer: async (): Promise<void> => {
      waiting.shift()?.();
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    },
  };
  return store;
}

test('calls during a run share the next run', async () => {
  const store = slow();
  const run = oneAtATime(store.read);
  const first = run();
  store.commits = 1;
  const others = Promise.all([run(), run()]);
  store.commits = 2;
  await store.answer();
  await first;
  expect(store.seen).toEqual([0]);
  await store.answer();
  await others;
  expect(store.seen).toEqual([0, 2]);
});

test('a failed run fails only the calls that requested it', async () => {
  let fail = true;
  const run = oneAtATime(async () => {
    await Promise.resolve();
    if (fail) throw new Error('no answer');
  });
  const first = run();
  const second = run();
  await expect(first).rejects.toThrow('no answer');
  await expect(second).rejects.toThrow('no answer');
  fail = false;
  await expect(run()).resolves.toBeUndefined();
});
