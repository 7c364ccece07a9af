/** @module tests of long work carried out between other calls: what it says, and how it ends when it is cancelled. */
import { describe, expect, test } from 'vitest';

import type { Steps } from '../../../kernel/findings/steps.ts';
import { drained } from '../../../servers/building/drained.ts';

/** Work in phases that each count from 0; `took` is told of every step. */
function* phases(totals: readonly number[], took: () => void = () => undefined): Steps<string> {
  for (const [i, total] of totals.entries()) {
    for (let done = 0; done < total; done++) {
      took();
      yield { done, total, doing: `phase ${i}` };
    }
  }
  return 'done';
}

function* endless(took: () => void): Steps<never> {
  for (let done = 0; ; done++) {
    took();
    yield { done, total: done + 1, doing: 'going on' };
  }
}

const silent = (): void => undefined;
const cancelled = { body: { name: 'EXTERNAL_FAILURE', message: 'the run was cancelled' } };

describe('progress', () => {
  test('grows over phases that each count from 0, and never beyond the total', async () => {
    const said: (readonly [number, number, string])[] = [];
    const { signal } = new AbortController();
    const progress = (...one: readonly [number, number, string]): number => said.push(one);
    expect(await drained(phases([3, 2, 1]), { signal, progress })).toBe('done');
    expect(said).toEqual([
      [0, 3, 'phase 0'],
      [1, 3, 'phase 0'],
      [2, 3, 'phase 0'],
      [3, 5, 'phase 1'],
      [4, 5, 'phase 1'],
      [5, 6, 'phase 2'],
    ]);
  });

  test('is said about a hundred times, however many steps there are', async () => {
    let said = 0;
    const { signal } = new AbortController();
    await drained(phases([5000]), { signal, progress: () => (said += 1) });
    expect(said).toBe(100);
  });
});

describe('cancelled work', () => {
  test('takes no step more', async () => {
    const controller = new AbortController();
    let taken = 0;
    const work = drained(
      phases([1000], () => (taken += 1)),
      {
        signal: controller.signal,
        progress: (done) => {
          if (done === 500) controller.abort();
        },
      },
    );
    await expect(work).rejects.toMatchObject(cancelled);
    expect(taken).toBe(501);
  });

  test('ends from outside, since what else waits has its turn between steps', async () => {
    const controller = new AbortController();
    let taken = 0;
    const work = drained(
      endless(() => (taken += 1)),
      { signal: controller.signal, progress: silent },
    );
    setImmediate(() => controller.abort());
    await expect(work).rejects.toMatchObject(cancelled);
    expect(taken).toBeGreaterThan(0);
  });
});
