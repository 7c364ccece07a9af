/** @module tests of topics in the text of an approver: titles, old and new values, and texts that cannot pretend to be others. */
import { expect, test } from 'vitest';

import { summaryOf } from '../../../clients/plumbline/approvals/approval-row.ts';
import type { PlannedEventOf } from '../../../schemas/events.ts';
import { topicNames, topicTexts } from '../../../servers/approvals/topic-text.ts';
import { EXAMPLE_EVENTS } from '../../schemas/example-events.ts';
import { planOf, show } from './shown-plan.ts';

const created = EXAMPLE_EVENTS['topic.created'];
const updated = EXAMPLE_EVENTS['topic.updated'];
const ID = '"8ac9822a-761a-4deb-9f39-f61286acbf6a"';

/** A change of the example topic by this version, with these members. */
function change(
  changes: PlannedEventOf<'topic.updated'>['payload']['changes'],
  previous: PlannedEventOf<'topic.updated'>['payload']['changes'],
  title = 'Door',
): PlannedEventOf<'topic.updated'> {
  const payload = { ...updated.payload, changes, comments: [], previous, title };
  return { ...updated, aggregate_id: 'topic_1', payload };
}

test('a change states the title, and old and new values', async () => {
  const event = change(
    { status: 'Closed', description: null, labels: ['a'], title: 'Gate' },
    { status: 'Open', description: 'Too narrow', labels: [], title: 'Door' },
  );
  expect(topicTexts(event)).toEqual([
    `~ changes the topic "Door" (${ID}): status "Open" → "Closed"; description "Too narrow" → none; labels [] → ["a"]; title "Door" → "Gate"`,
  ]);
  expect((await show([event])).join(' ').replaceAll(/\s+/g, ' ')).toContain(
    `~ changes the topic "Door" (${ID}): status "Open" → "Closed"`,
  );
  expect(summaryOf(planOf([event], { tool: 'update_topic', affected: 0 }))).toBe(
    `update_topic on main: changes status, description, labels, title of the topic "Door" (${ID})`,
  );
});

test('a loss names the topic', async () => {
  const event = change({ description: null }, { description: 'Too narrow' });
  const losses = [
    { loss: 'value', element_id: 'topic_1', parameter: 'description', was: 'Too narrow' },
  ] as const;
  const lines = await show([event], [], { losses: [...losses] });
  expect(lines.join(' ').replaceAll(/\s+/g, ' ')).toContain(
    `loss the topic "Door" (${ID}) loses its description "Too narrow"`,
  );
});

test('creations, comments and imports are sentences, also of events of earlier versions', () => {
  expect(topicTexts(created)).toEqual([
    `+ creates the topic "Door" (${ID}): type "Issue"; status "Open"; description "Too narrow"; priority "High"; labels ["door"]; about "wall_1"; at 1, 2, 3 mm`,
  ]);
  expect(topicTexts(updated)).toEqual([
    `~ changes the topic ${ID}: status → "Closed"`,
    `+ comments on the topic ${ID}: "Done"`,
  ]);
  const { members } = created.payload.own ?? {};
  if (members === undefined) throw new Error('no members');
  const imported = {
    comments: [{ at: null, author: 'b', guid: 'g', text: 'Yes', viewpoint: null }],
    content: '0'.repeat(64),
    element_ids: ['wall_1'],
    members: { ...members, status: 'Closed' },
    source: { bytes: 1, name: 'a.bcf', sha256: '0'.repeat(64), version: '2.1' as const },
    unmatched: [],
    viewpoints: [],
  };
  const again = change({}, { status: 'Open' });
  const event = { ...again, payload: { ...again.payload, imported } };
  expect(topicTexts(event)).toEqual([
    `~ imports the topic "Door" (${ID}) again from "a.bcf": status "Open" → "Closed"; the file says: "b" wrote "Yes"`,
  ]);
  expect(
    topicTexts({ ...created, payload: { ...created.payload, own: null, imported } })[0],
  ).toMatch(/^\+ imports the topic "Door" .* from "a\.bcf": .*; "b" wrote "Yes"$/);
  expect([...topicNames([created, { ...again, aggregate_id: 'topic_2' }]).values()]).toEqual([
    `the topic "Door" (${ID})`,
    `the topic "Door" (${ID})`,
  ]);
});

test('control characters and quotes in texts stay visible as such', () => {
  const event = change({ status: '"; title "a" → "b\u202e' }, { status: '\u001b[2J' }, 'x" (y)');
  const [text = ''] = topicTexts(event);
  expect(text).toContain(String.raw`the topic "x\" (y)"`);
  expect(text).toContain(String.raw`status "\u001b[2J" → "\"; title \"a\" → \"b\u202e"`);
});
