/** @module event-schemas.test: every type of stored event is accepted, and nothing else. */
import { describe, expect, test } from 'vitest';

import { canonicalJson } from '../../kernel/base/canonical/json.ts';
import { affectedIds } from '../../schemas/element-changes.ts';
import {
  eventRecords,
  IdentifiedEventSchema,
  isEventType,
  storedEvents,
} from '../../schemas/event-schemas.ts';
import type { PlannedEvent, StoredEvent } from '../../schemas/events.ts';
import { touchedIds } from '../../schemas/events.ts';
import { EXAMPLE_EVENTS } from './example-events.ts';

const EXAMPLES = Object.values(EXAMPLE_EVENTS);

/** The body of a row, as parsed from the stored text. */
function row(event: PlannedEvent, changes: object = {}): unknown {
  const stored: StoredEvent = {
    ...event,
    seq: 7,
    event_id: 'event_7',
    operation_id: 'operation_7',
    branch: 'main',
    branch_seq: 5,
    user_id: 'user_1',
    agent_id: null,
    approval_id: null,
    reasoning: 'because',
    at: '2026-01-02T03:04:05.678Z',
  };
  return JSON.parse(canonicalJson({ ...stored, ...changes }));
}

describe.each(EXAMPLES)('$type', (event) => {
  test('a stored event is accepted without a copy', () => {
    const body = row(event);
    expect(storedEvents.tryFast(body)?.data).toBe(body);
    expect(eventRecords.tryFast(body)?.data).toBe(body);
    expect(storedEvents.schema.parse(body)).toEqual(body);
  });

  test('an event of a plan keeps its canonical text', () => {
    const identified = { event_id: 'event_7', ...event };
    const read = IdentifiedEventSchema.parse(JSON.parse(canonicalJson(identified)));
    expect(canonicalJson(read)).toBe(canonicalJson(identified));
  });

  test('refuses an event with an extra or missing member, or the payload of another type', () => {
    const names = event.type === 'tool.run' ? [] : Object.keys(event.payload);
    for (const name of names) {
      const { [name]: _gone, ...rest } = { ...event.payload } as Record<string, unknown>;
      expect('error' in storedEvents.validate(row(event, { payload: rest }))).toBe(true);
    }
    if (event.type === 'tool.run') return;
    const more = { ...event.payload, of_nobody: 1 };
    expect('error' in storedEvents.validate(row(event, { payload: more }))).toBe(true);
    const namesOf = ({ payload }: PlannedEvent): string => Object.keys(payload).toSorted().join();
    const taken = EXAMPLES.filter(
      ({ payload }) => 'data' in storedEvents.validate(row(event, { payload })),
    );
    expect(new Set(taken.map(namesOf))).toEqual(new Set([namesOf(event)]));
  });
});

test.each([
  ['no element', 'element.created', {}],
  [
    'an element without an id',
    'element.created',
    { element: { id: '', kind: 'wall', params: {} } },
  ],
  ['parameters in a list', 'element.created', { element: { id: 'w', kind: 'wall', params: [] } }],
  ['updates missing', 'element.modified', { previous: {} }],
  [
    'a member without a place',
    'element.modified',
    { updates: {}, previous: {}, members: { added: [{ id: 'a' }], removed: [] } },
  ],
  ['no walls', 'elements.joined', { element_ids: [], join_type: 'butt', previous: {} }],
  ['half an event', 'branch.created', { name: 'b', from: 'main', from_seq: 0.5 }],
  ['a run of no kind', 'run.started', { ...EXAMPLE_EVENTS['run.started'].payload, run: 'run' }],
  ['a list', 'tool.run', []],
  ['an unknown type', 'pipe.laid', {}],
])('refuses an event with %s', (_case, type, payload) => {
  const body = row(EXAMPLE_EVENTS['tool.run'], { type, payload });
  expect(storedEvents.tryFast(body)).toBeNull();
  expect('error' in storedEvents.validate(body)).toBe(true);
});

test.each([
  ['a number as text', { seq: '7' }],
  ['half a number', { branch_seq: 1.5 }],
  ['no user', { user_id: null }],
  ['a field too many', { more: 1 }],
])('refuses a row with %s as event and as record', (_case, changes) => {
  for (const validator of [storedEvents, eventRecords]) {
    expect('error' in validator.validate(row(EXAMPLE_EVENTS['tool.run'], changes))).toBe(true);
  }
});

test('accepts a record of any type', () => {
  const body = row(EXAMPLE_EVENTS['tool.run'], { type: 'pipe.laid', payload: { any: [1] } });
  expect(eventRecords.tryFast(body)?.data).toBe(body);
  expect([isEventType('pipe.laid'), isEventType('tool.run'), isEventType('toString')]).toEqual([
    false,
    true,
    false,
  ]);
});

test('an event touches its aggregate, a join all its walls; runs and branches affect no elements', () => {
  expect(touchedIds(EXAMPLE_EVENTS['elements.joined'])).toEqual(['wall_1', 'wall_2']);
  expect(touchedIds(EXAMPLE_EVENTS['element.hosted'])).toEqual(['wall_1']);
  expect([...affectedIds(EXAMPLES)].toSorted()).toEqual(['grid_1', 'level_1', 'wall_1', 'wall_2']);
});
