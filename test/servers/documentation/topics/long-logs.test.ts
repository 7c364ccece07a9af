/** @module tests of topics of long logs: none is lost, and each event is read once. */
import { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import { topicEventsOf } from '../../../../kernel/building/view/event-source.ts';
import type { TopicEvent } from '../../../../kernel/building/view/view.ts';
import { PAGE_EVENTS } from '../../../../kernel/ledger/ledger.ts';
import { type PlannedEvent, touchedIds } from '../../../../schemas/events.ts';
import { topicKey, TOPICS } from '../../../../schemas/topics/topics.ts';
import { topicsOn } from '../../../../servers/documentation/topics/topic-states.ts';

const MEMBERS = {
  assigned_to: null,
  author: 'a',
  created_at: null,
  description: null,
  due_date: null,
  labels: [],
  modified_at: null,
  modified_author: null,
  priority: null,
  stage: null,
  status: 'Open',
  type: 'Issue',
};

/** An event as the log has it. */
function stored(
  seq: number,
  planned: Extract<PlannedEvent, { type: TopicEvent['type'] }>,
): TopicEvent {
  return {
    ...planned,
    seq,
    event_id: `event-${seq}`,
    operation_id: `operation-${seq}`,
    branch: 'main',
    branch_seq: seq,
    user_id: 'user',
    agent_id: null,
    approval_id: null,
    reasoning: null,
    at: '2026-01-01T00:00:00.000Z',
  };
}

test('two topics are still there after 60,000 comments on one of them, all of which are read', async () => {
  const created = ['a', 'b'].map((topic_id, index) =>
    stored(index + 1, {
      type: 'topic.created',
      aggregate_id: topicKey(topic_id),
      payload: {
        element_ids: [],
        imported: null,
        own: { element_ids: [], location: null, members: { ...MEMBERS, title: topic_id } },
        topic_id,
      },
    }),
  );
  const comments = Array.from({ length: 60_000 }, (_, index) =>
    stored(index + 3, {
      type: 'topic.updated',
      aggregate_id: TOPICS,
      payload: {
        author: 'b',
        changes: {},
        comments: [{ text: `${index}`, viewpoint: null }],
        element_ids: [],
        imported: null,
        topic_id: 'a',
      },
    }),
  );
  const log = [...created, ...comments];
  let read = 0;
  const source: Parameters<typeof topicEventsOf>[0] = {
    pageTouching: (_id, _branch, { after, until }) => {
      const page = log.slice(after, Math.min(until, after + PAGE_EVENTS));
      read += page.length;
      return page;
    },
  };
  const topics = await topicsOn({
    topicEvents: () => topicEventsOf(source, new Map([['main', log.length]]), log.length),
  });
  expect(read).toBe(log.length);
  expect([...topics.keys()]).toEqual(['a', 'b']);
  expect(topics.get('a')?.comments.map(({ text }) => text)).toEqual(
    comments.map((_, index) => `${index}`),
  );
});

test('events of earlier versions, which all have one aggregate, are read, and later changes get an aggregate', async () => {
  const imported = {
    comments: [{ at: null, author: 'b', guid: 'g', text: 'Yes', viewpoint: null }],
    content: '0'.repeat(64),
    element_ids: [],
    members: { ...MEMBERS, title: 'Imported' },
    source: { bytes: 1, name: 'a.bcf', sha256: '0'.repeat(64), version: '2.1' as const },
    unmatched: [],
    viewpoints: [],
  };
  const old = { author: 'b', changes: {}, comments: [], element_ids: [], topic_id: 'a' };
  const events = [
    stored(1, {
      type: 'topic.created',
      aggregate_id: TOPICS,
      payload: { element_ids: ['w'], imported, own: null, topic_id: 'a' },
    }),
    stored(2, {
      type: 'topic.updated',
      aggregate_id: TOPICS,
      payload: { ...old, changes: { status: 'Closed' }, imported: null },
    }),
    stored(3, {
      type: 'topic.updated',
      aggregate_id: TOPICS,
      payload: { ...old, imported: { ...imported, comments: [] } },
    }),
  ];
  for (const event of events) expect(touchedIds(event)).toEqual([TOPICS]);
  const topics = await topicsOn({ topicEvents: () => Readable.from(events) });
  expect(topics.get('a')).toMatchObject({
    key: topicKey('a'),
    members: { title: 'Imported', status: 'Closed' },
    named_ids: ['w'],
    comments: [{ guid: 'g', text: 'Yes' }],
  });
});
