/** @module tests of findings and of work in steps. */
import { expect, test } from 'vitest';

import { type Finding, findingId } from '../../../kernel/findings/finding.ts';
import { finished, type Steps } from '../../../kernel/findings/steps.ts';

test('an id stays the same for the same check of the same elements, and for nothing else', () => {
  const id: Finding['finding_id'] = findingId('clash.hard', ['A', 'B']);
  expect(id).toMatch(/^[0-9a-f]{16}$/u);
  expect(findingId('clash.hard', ['A', 'B'])).toBe(id);
  const others = [
    findingId('clash.touching', ['A', 'B']),
    findingId('clash.hard', ['B', 'A']),
    findingId('clash.hard', ['A', 'B'], 'second place'),
    findingId('clash.hard', ['A']),
  ];
  expect(new Set([id, ...others]).size).toBe(5);
});

function* sumTo(total: number): Steps<number> {
  let sum = 0;
  for (let done = 1; done <= total; done++) {
    sum += done;
    yield { done, total, doing: 'adding' };
  }
  return sum;
}

test('work in steps gives its result, and says on the way how far it is', () => {
  expect(finished(sumTo(4))).toBe(10);
  expect([...sumTo(2)].map(({ done }) => done)).toEqual([1, 2]);
});
