/** @module tests of checkpoints: calls of the watch, and stopping work. */
import { expect, test } from 'vitest';

import { checkpoint, Interrupted, watched } from '../../../../kernel/base/work/checkpoint.ts';
import { stopsOf } from './stops.ts';

function sumTo(total: number): number {
  let sum = 0;
  for (let done = 1; done <= total; done++) {
    sum += done;
    checkpoint({ done, total, doing: 'adding' });
  }
  return sum;
}

test('work without a watch ignores its checkpoints and returns its result', () => {
  expect(sumTo(4)).toBe(10);
});

test('a watch is called with the progress at every checkpoint', () => {
  const { made, stops } = stopsOf(() => sumTo(2));
  expect(made).toBe(3);
  expect(stops).toEqual([
    { done: 1, total: 2, doing: 'adding' },
    { done: 2, total: 2, doing: 'adding' },
  ]);
});

test('a checkpoint of unknown progress has done and leaves nothing', () => {
  expect(stopsOf(() => checkpoint()).stops).toEqual([{ done: 0, total: 0, doing: 'working' }]);
});

test('a watch that throws stops the work at that checkpoint', () => {
  const reached: number[] = [];
  const stopping = ({ done }: { readonly done: number }): void => {
    reached.push(done);
    if (done === 2) throw new Interrupted('cancelled');
  };
  expect(() => watched(stopping, () => sumTo(9))).toThrow(Interrupted);
  expect(reached).toEqual([1, 2]);
});

test('checkpoints after an await call the watch of their own call', async () => {
  const one: number[] = [];
  const other: number[] = [];
  const work = async (total: number): Promise<void> => {
    for (let done = 1; done <= total; done++) {
      await Promise.resolve();
      checkpoint({ done, total, doing: 'waiting' });
    }
  };
  await Promise.all([
    watched(
      ({ done }) => one.push(done),
      async () => await work(3),
    ),
    watched(
      ({ done }) => other.push(done),
      async () => await work(2),
    ),
  ]);
  expect([one, other]).toEqual([
    [1, 2, 3],
    [1, 2],
  ]);
});
