/** @module tests of topics from their events: a later archive is merged member by member. */
import { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import { bcfGuid } from '../../../../kernel/documents/bcf/bcf-guid.ts';
import type { StoredEventOf } from '../../../../schemas/events.ts';
import {
  type ImportedTopic,
  MANY_NAMED,
  MANY_UNKNOWN,
  TOPIC_LIMITS,
  type TopicMembers,
  unknownElement,
} from '../../../../schemas/topics/topics.ts';
import {
  allNamed,
  topicsOn,
  type TopicState,
} from '../../../../servers/documentation/topics/topic-states.ts';
import { EXAMPLE_EVENTS } from '../../../schemas/example-events.ts';

type TopicEvent = StoredEventOf<'topic.created' | 'topic.updated'>;

const { payload: example } = EXAMPLE_EVENTS['topic.created'];
const { topic_id } = example;

function members(changes: Partial<TopicMembers>): TopicMembers {
  if (example.own === null) throw new Error('expected a topic of the workspace');
  return { ...example.own.members, priority: null, author: 'others', ...changes };
}

function archive(
  changes: Partial<TopicMembers>,
  comments: ImportedTopic['comments'] = [],
): ImportedTopic {
  return {
    comments,
    content: '0'.repeat(64),
    element_ids: ['wall_1'],
    members: members(changes),
    source: { bytes: 1, name: 'a.bcf', sha256: '0'.repeat(64), version: '2.1' },
    unmatched: [],
    viewpoints: [],
  };
}

function frame(seq: number) {
  return {
    seq,
    event_id: `event_${seq}`,
    operation_id: `operation_${seq}`,
    branch: 'main',
    branch_seq: seq,
    user_id: 'anna',
    agent_id: null,
    approval_id: null,
    reasoning: null,
    at: `2026-01-0${seq}T00:00:00.000Z`,
  };
}

function created(seq: number, imported: ImportedTopic): TopicEvent {
  const payload = { element_ids: ['wall_1'], imported, own: null, topic_id };
  return { type: 'topic.created', aggregate_id: 'topics', payload, ...frame(seq) };
}

function updated(seq: number, changes: object): TopicEvent {
  const payload = {
    ...EXAMPLE_EVENTS['topic.updated'].payload,
    changes: {},
    comments: [],
    ...changes,
  };
  return { type: 'topic.updated', aggregate_id: 'topics', payload, ...frame(seq) };
}

async function stateAfter(...events: readonly TopicEvent[]): Promise<TopicState> {
  const topicEvents = (): AsyncIterable<TopicEvent> => Readable.from(events);
  const topic = (await topicsOn({ topicEvents })).get(topic_id);
  if (topic === undefined) throw new Error('expected the topic');
  return topic;
}

const FIRST = created(1, archive({ status: 'Open', priority: 'Low' }));
const CLOSED = updated(2, { changes: { status: 'Closed', priority: 'High' } });

test('a change of the workspace has its author and time', async () => {
  expect(await stateAfter(FIRST, CLOSED)).toMatchObject({
    members: { status: 'Closed', priority: 'High', modified_author: 'alice' },
    base: { status: 'Open', priority: 'Low' },
    changes: { status: 'Closed', priority: 'High' },
    changed: { at: CLOSED.at, author: 'alice' },
  });
});

test('a later archive changes the members that it changed, and other changes keep their author and time', async () => {
  const back = updated(3, { imported: archive({ status: 'Reopened', priority: 'Low' }) });
  expect(await stateAfter(FIRST, CLOSED, back)).toMatchObject({
    members: { status: 'Reopened', priority: 'High' },
    changes: { priority: 'High' },
    changed: { at: CLOSED.at, author: 'alice' },
  });
});

test('a later archive that states all changes leaves none', async () => {
  const back = updated(3, { imported: archive({ status: 'Closed', priority: 'High' }) });
  const topic = await stateAfter(FIRST, CLOSED, back);
  expect(topic).toMatchObject({ changes: {}, changed: null, members: { status: 'Closed' } });
});

test('a comment that the archive has is not repeated, and another one stays', async () => {
  const words = (text: string) => ({ comments: [{ text, viewpoint: null }] });
  const [mine, later] = [updated(2, words('Mine')), updated(3, words('Later'))];
  const { comments } = await stateAfter(FIRST, mine);
  const guid = comments[0]?.guid ?? '';
  expect(guid).toBe(bcfGuid('comment event_2 0'));
  const returned = { at: null, author: 'alice', guid, text: 'Mine', viewpoint: null };
  const back = updated(4, { imported: archive({}, [returned]) });
  const topic = await stateAfter(FIRST, mine, later, back);
  expect(topic.comments.map(({ text }) => text)).toEqual(['Mine', 'Later']);
});

test('an update of a topic that the reader may not see from its beginning is no topic', async () => {
  const topicEvents = (): AsyncIterable<TopicEvent> => Readable.from([CLOSED]);
  expect(await topicsOn({ topicEvents })).toEqual(new Map());
});

test('too many components have one name, and every element keeps its own', () => {
  const unknown = Array.from({ length: TOPIC_LIMITS.named }, (_, i) => unknownElement(`${i}`));
  expect(allNamed(['a'], unknown.slice(1))).toEqual(['a', ...unknown.slice(1)]);
  expect(allNamed(['a', MANY_NAMED], unknown)).toEqual(['a', MANY_NAMED, MANY_UNKNOWN]);
  expect(allNamed(unknown, ['a'])).toEqual(['a', MANY_UNKNOWN]);
  // An import of so many elements is refused.
  const elements = Array.from({ length: TOPIC_LIMITS.named + 1 }, (_, i) => `wall_${i}`);
  expect(allNamed(elements, ['ifc x'])).toEqual([...elements, MANY_UNKNOWN]);
});
