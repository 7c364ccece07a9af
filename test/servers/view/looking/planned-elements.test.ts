import { expect, test } from 'vitest';

import { Refusal } from '../../../../schemas/errors.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { plannedElements } from '../../../../servers/view/looking/planned-elements.ts';

const NO_BRANCH = {
  at: async () => await Promise.reject(new Refusal('BRANCH_NOT_FOUND', 'no branch', 'choose')),
};

test('the elements of a plan on a branch that is gone have no kind and no name', async () => {
  const events = [modified('wall_1'), modified('wall_2'), modified('wall_1')];
  const { elements, alike } = await plannedElements({ branch: 'gone', events }, NO_BRANCH);
  expect(alike).toBe(2);
  expect(elements[0]).toEqual({ change: 'modified', id: 'wall_1', kind: '', name: null });
});

test('at most three elements of a plan are named', async () => {
  const events = Array.from({ length: 7 }, (_, k) => modified(`wall_${k}`));
  const { elements, alike } = await plannedElements({ branch: 'gone', events }, NO_BRANCH);
  expect([elements.length, alike]).toEqual([3, 7]);
});

function modified(aggregate_id: string): PlannedEvent {
  return {
    type: 'element.modified',
    aggregate_id,
    payload: { updates: { height: 1 }, previous: { height: 2 } },
  };
}
