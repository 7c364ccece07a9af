import { expect, test } from 'vitest';

import { QuestionQueue } from '../../../../servers/view/thread/question-queue.ts';

/** Adds questions and notes what becomes of them. */
function queued(): {
  readonly queue: QuestionQueue;
  readonly add: (person: string, name: string, isGone?: () => boolean) => void;
  readonly seen: string[];
} {
  const queue = new QuestionQueue();
  const seen: string[] = [];
  return {
    queue,
    seen,
    add: (person, name, isGone = () => false) =>
      queue.add({
        person,
        isGone,
        start: () => seen.push(name),
        drop: () => seen.push(`dropped ${name}`),
      }),
  };
}

test('people take turns, however many questions one of them asks', () => {
  const { queue, add, seen } = queued();
  for (const name of ['a1', 'a2', 'a3']) add('a', name);
  add('b', 'b1');
  for (let ended = 0; ended < 4; ended += 1) queue.ended();
  expect(seen).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('a question for which nobody waits is dropped when its turn comes', () => {
  const { queue, add, seen } = queued();
  add('a', 'a1');
  add('a', 'a2', () => true);
  add('a', 'a3');
  queue.ended();
  expect(seen).toEqual(['a1', 'dropped a2', 'a3']);
  expect(queue.size).toBe(0);
});

test('everything that waits is dropped at the end', () => {
  const { queue, add, seen } = queued();
  for (const name of ['a1', 'a2']) add('a', name);
  queue.clear();
  expect(seen).toEqual(['a1', 'dropped a2']);
});
