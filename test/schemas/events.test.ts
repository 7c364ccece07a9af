/** @module events.test: the events that READ on their branch does not cover. */
import { expect, test } from 'vitest';

import { isBeyondBranch } from '../../schemas/events.ts';
import { VOIDED } from '../servers/building/drawn-events.ts';
import { EXAMPLE_EVENTS } from './example-events.ts';

test('READ on a branch does not cover runs, voided events and exports of other files', () => {
  const exported = EXAMPLE_EVENTS['export.created'];
  const { of_files: _, ...payload } = exported.payload;
  const own = { ...exported, payload };
  const events = [...Object.values(EXAMPLE_EVENTS), VOIDED, own];
  const beyond = events.filter(isBeyondBranch).map(({ type }) => type);
  expect(beyond.toSorted()).toEqual([
    'event.voided',
    'experiment.run',
    'run.begun',
    'run.permitted',
    'run.started',
    'run.unfinished',
    'tool.run',
    'validation.run',
  ]);
  expect(isBeyondBranch({ ...own, payload: { ...payload, of_files: true } })).toBe(true);
});
