/** @module tests of placeholders for voided events: they touch what the event touched, so that versions stay verifiable. */
import { expect, test } from 'vitest';

import { passedOver } from '../../../kernel/ledger/voided-events.ts';
import { touchedIds } from '../../../schemas/events.ts';
import { EXAMPLE_EVENTS } from '../../schemas/example-events.ts';

const FRAME = {
  seq: 7,
  event_id: 'event-7',
  operation_id: 'operation-7',
  branch: 'main',
  branch_seq: 7,
  user_id: 'user',
  agent_id: null,
  approval_id: null,
  reasoning: null,
  at: '2026-01-01T00:00:00.000Z',
};

test.each([
  EXAMPLE_EVENTS['topic.created'],
  EXAMPLE_EVENTS['topic.updated'],
  EXAMPLE_EVENTS['elements.joined'],
  EXAMPLE_EVENTS['element.deleted'],
])('$type', (event) => {
  const placeholder = passedOver([7, JSON.stringify({ ...FRAME, ...event })]);
  expect(placeholder.type).toBe('event.passed_over');
  expect(touchedIds(placeholder)).toEqual(touchedIds(event));
});
