/** @module event-notes.test: events of each type in the words of a report. */
import { expect, test } from 'vitest';

import { eventNotes } from '../../../clients/plumbline/report/event-notes.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import { EXAMPLE_EVENTS } from '../../schemas/example-events.ts';
import { storedEvent as stored } from '../../schemas/stored-event.ts';

/** Types whose effect the list of changed elements has. */
const ELEMENTS = [
  'level.created',
  'element.created',
  'element.modified',
  'element.deleted',
  'element.hosted',
];

test.each(Object.values<PlannedEvent>(EXAMPLE_EVENTS))('$type has its own words', (event) => {
  const notes = eventNotes([stored(event)], () => 3);
  expect(notes).toHaveLength(ELEMENTS.includes(event.type) ? 0 : 1);
  for (const note of notes) {
    expect(note).not.toMatch(/undefined|null|\[object/);
    expect(note).not.toBe(`records ${event.type} \`${event.aggregate_id}\``);
  }
});

test.each<[PlannedEvent, string]>([
  [EXAMPLE_EVENTS['branch.created'], 'creates the branch'],
  [EXAMPLE_EVENTS['branch.merged'], 'merges the branch'],
  [EXAMPLE_EVENTS['branch.restored'], 'returns the branch to its state after event'],
  [EXAMPLE_EVENTS['event.reverted'], 'undoes the operation'],
  [EXAMPLE_EVENTS['model.imported'], '+ imports'],
  [EXAMPLE_EVENTS['import.reverted'], 'undoes the import'],
  [EXAMPLE_EVENTS['export.created'], 'makes the file'],
  [EXAMPLE_EVENTS['name.given'], 'names for later calls of the requester: $'],
])('%o is said as such', (event, words) => {
  expect(eventNotes([stored(event)], () => null).join()).toContain(words);
});

test('an undone operation of the report is named by its entry', () => {
  const [note] = eventNotes([stored(EXAMPLE_EVENTS['event.reverted'])], () => 12);
  expect(note).toMatch(/ of entry 12$/);
});

test('an excluded event is named with its approver', () => {
  const voided: PlannedEvent = {
    type: 'event.voided',
    aggregate_id: 'voided events',
    payload: {
      seq: 4,
      event_id: 'e',
      event_digest: 'd',
      why: 'w',
      reason: 'cannot be applied',
      approver: 'alice',
      user_id: 'u',
      public_key: 'k',
      decided_at: 't',
      signature: 's',
    },
  };
  expect(eventNotes([stored(voided)], () => null)).toEqual([
    'alice excludes event 4: cannot be applied',
  ]);
});
