import { afterEach, describe, expect, test } from 'vitest';

import { showMoment } from '../../../../clients/view/state/actions.ts';
import { knownSteps, namePlans, stepIndex } from '../../../../clients/view/state/known-steps.ts';
import { momentWords } from '../../../../clients/view/state/naming.ts';
import { store } from '../../../../clients/view/state/store.ts';

const STEPS = [
  {
    event: 'evt_a',
    seq: 10,
    at: '2026-11-30T13:36:11.000Z',
    label: 'creates a wall',
    operations: 1,
  },
  {
    event: 'evt_b',
    seq: 25,
    at: '2026-11-30T13:37:11.000Z',
    label: 'moves Kitchen',
    operations: 1,
  },
];

afterEach(() => {
  knownSteps.value = new Map();
});

describe('the step of a moment', () => {
  test.each([
    ['that ends with the event', { event: 'evt_a' }, null, 0],
    ['that contains an event inside it, by the seq of the state', { event: 'evt_b3' }, 25, 1],
    ['before a seq between two steps', { seq: 24 }, null, 0],
    ['before a seq after the last step', { seq: 90 }, null, 1],
    ['of no event without a known seq', { event: 'evt_b3' }, null, null],
    ['of nothing before the first step', { seq: 9 }, null, null],
  ] as const)('is the one %s', (_, moment, seq, expected) => {
    expect(stepIndex(STEPS, { branch: 'main', ...moment }, seq)).toBe(expected);
  });
});

describe('the name of a moment', () => {
  test('is what was done last, with its time', () => {
    knownSteps.value = new Map([['main', STEPS]]);
    const words = momentWords({ branch: 'main', event: 'evt_b' });
    expect(words).toMatch(/^After: moves Kitchen, 30 Nov 2026, /);
    expect(momentWords({ branch: 'main', event: 'evt_b2' }, 25)).toBe(words);
  });

  test('is its number in the log until the steps are known', () => {
    expect(momentWords({ branch: 'main', event: 'evt_b' }, 25)).toBe('As of event 25');
    expect(momentWords({ branch: 'main', event: 'evt_b' })).toBe('An earlier moment');
  });

  test('of a plan says that it is planned, and what is asked for', () => {
    expect(momentWords({ plan: 'apr_1' })).toBe('Planned, not done: apr_1');
    namePlans([['apr_1', 'Delete wall Hall west (3 deleted)']]);
    expect(momentWords({ plan: 'apr_1' })).toBe(
      'Planned, not done: Delete wall Hall west (3 deleted)',
    );
  });
});

test('a moment of the log ends the comparison with the state before a plan', () => {
  store.moment.value = { plan: 'apr_1' };
  store.compared.value = { plan: 'apr_1', before: true };
  showMoment({ plan: 'apr_2' });
  expect(store.compared.value).not.toBeNull();
  showMoment({ branch: 'main', event: 'evt_a' });
  expect(store.compared.value).toBeNull();
});
