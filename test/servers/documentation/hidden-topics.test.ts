/** @module tests of topics that a restricted agent does not see, or no longer sees: it neither learns of them nor changes them. */
import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { readBcf } from '../../../kernel/documents/bcf/read/read-bcf.ts';
import { ifcGuid } from '../../../kernel/documents/ifc/guid.ts';
import type { Approving, Voice } from '../../governance/gate/approving.ts';
import { exported, list, openTopicWorld, topicParts, type TopicWorld } from './topic-world.ts';

let world: TopicWorld;
let owner: Approving;
let ground: Voice;
let wall: string;
let upper: string;
let archived: TopicWorld['archived'];

beforeAll(async () => {
  world = await openTopicWorld();
  ({ owner, wall, upper, archived } = world);
  ground = owner.other('ground');
});
afterAll(() => world.close());

const guid = (first: string): string => `${first.repeat(8)}-3616-44c6-9af4-31151e8e0363`;

test('an agent cannot take over a topic that became hidden with an archive of its own', async () => {
  const made = await owner.done('create_topic', { title: 'Crack', element_ids: [wall] });
  const topic_id = String(Object(made.data)['topic_id']);
  const own = await exported(ground, { topics: [topic_id], version: '2.1', path: 'mine.bcf' });
  const parts = topicParts(topic_id, {
    title: 'SECRET vault',
    selected: [ifcGuid(wall), ifcGuid(upper)],
  });
  await owner.done('import_bcf', { path: archived('newer.bcf', ...parts) });
  expect(JSON.stringify(await list(ground))).not.toContain(topic_id);
  const artifact = String(Object(own.answer.data)['artifact']);
  const back = await ground.done('import_bcf', { path: artifact });
  expect(back.data).toMatchObject({ created: 1, updated: 0 });
  await owner.done('comment_topic', { topic_id, text: 'the code is 5678' });
  expect((await list(owner, { topic_id })).topic).toMatchObject({
    title: 'SECRET vault',
    element_ids: [wall, upper],
    comments: [{ text: 'the code is 5678' }],
  });
  expect(JSON.stringify(await list(ground))).not.toMatch(/SECRET|5678/);
  for (const [tool, args] of [
    ['list_topics', {}],
    ['update_topic', { status: 'Closed' }],
    ['comment_topic', { text: 'x' }],
  ] as const) {
    const { error } = await ground.ask(tool, { topic_id, ...args });
    expect(error?.message).toBe(`no topic \`${topic_id}\` on branch \`main\``);
  }
});

test('a later archive that names fewer elements does not show the topic to more readers', async () => {
  const topic_id = guid('b');
  const both = { title: 'Both', selected: [ifcGuid(wall), ifcGuid(upper)] };
  await owner.done('import_bcf', { path: archived('both.bcf', ...topicParts(topic_id, both)) });
  const one = { title: 'One', selected: [ifcGuid(wall)] };
  await owner.done('import_bcf', { path: archived('one.bcf', ...topicParts(topic_id, one)) });
  expect((await list(owner, { topic_id })).topic).toMatchObject({
    title: 'One',
    element_ids: [wall],
  });
  expect(JSON.stringify(await list(ground))).not.toContain('One');
});

test('an import does not tell whether a hidden topic has the GUID, and changes nothing of it', async () => {
  const [hidden, unused] = [guid('c'), guid('d')];
  const secret = { title: 'Vault', selected: [ifcGuid(upper)] };
  await owner.done('import_bcf', { path: archived('vault.bcf', ...topicParts(hidden, secret)) });
  const told: unknown[] = [];
  for (const of of [hidden, unused]) {
    const mine = { title: 'Mine', selected: [ifcGuid(wall)] };
    const path = archived(`mine-${of}.bcf`, ...topicParts(of, mine));
    const first = await ground.done('import_bcf', { path });
    const topic_id = String(Object(first.data)['topics'][0].topic_id);
    expect(topic_id).not.toBe(of);
    const again = await ground.ask('import_bcf', { path });
    const closed = await ground.done('update_topic', { topic_id, status: 'Closed' });
    const { topic } = await list(ground, { topic_id });
    const out = await exported(ground, { topics: [topic_id], path: `out-${of}.bcf` });
    const read = await readBcf(readFileSync(String(Object(out.answer.data)['path'])));
    expect(read.topics.map((one) => one.guid)).toEqual([of]);
    told.push(
      [
        first.data,
        first.warnings,
        again.error,
        closed.data,
        topic?.['title'],
        out.answer.warnings,
      ].map((one) =>
        JSON.stringify(one ?? null)
          .replaceAll(topic_id, 'ID')
          .replaceAll(of, 'GUID')
          .replace(/"sha256":"[0-9a-f]+"/, ''),
      ),
    );
  }
  expect(told[0]).toEqual(told[1]);
  expect((await list(owner, { topic_id: hidden })).topic).toMatchObject({
    title: 'Vault',
    status: 'Open',
    element_ids: [upper],
  });
});

test('who sees all topics gets two imports of one GUID as two topics of one file', async () => {
  const { topics } = await list(owner);
  const titles = topics.filter(({ title }) => title === 'Vault' || title === 'Mine');
  expect(titles.map(({ title }) => title)).toEqual(['Vault', 'Mine', 'Mine']);
  const { bytes } = await exported(owner, {
    topics: titles.map(({ topic_id }) => topic_id),
    version: '2.1',
    path: 'all.bcf',
  });
  const read = await readBcf(bytes);
  expect(read.topics.map(({ data }) => data.title).toSorted()).toEqual(['Mine', 'Mine', 'Vault']);
  expect(new Set(read.topics.map((one) => one.guid))).toEqual(
    new Set([guid('c'), guid('d'), titles[1]?.topic_id]),
  );
});

/** A wall on the ground; returns its id. */
async function newWall(y: number): Promise<string> {
  const [level_id] = levels();
  const [start, end] = [
    { x: 0, y },
    { x: 4000, y },
  ];
  const { data } = await owner.done('create_wall', { level_id, start, end, name: `W ${y}` });
  return String(Object(data)['wall_id']);
}

/** Id of the level Ground, and of First, where `ground` sees nothing. */
function levels(): readonly string[] {
  const events = world.harness.reader.eventsAfter(0, 100);
  return events.flatMap(({ type, aggregate_id }) => (type === 'level.created' ? aggregate_id : []));
}

/** Moves a wall to First, where `ground` does not see it. */
async function hide(element_id: string): Promise<void> {
  const [, value] = levels();
  await owner.done('modify_parameter', { element_id, parameter_name: 'level_id', value });
}

/** Everything that the agent reads of topics. */
async function readBy(voice: Voice, topic_id: string): Promise<string> {
  const { data, error } = await voice.ask('list_topics', { topic_id });
  return JSON.stringify([await list(voice), data, error]);
}

test('an own topic of an element that became hidden stays hidden when the element is deleted', async () => {
  const id = await newWall(5000);
  const made = await ground.done('create_topic', { title: 'Mine', element_ids: [id] });
  const topic_id = String(Object(made.data)['topic_id']);
  await hide(id);
  await owner.done('comment_topic', { topic_id, text: 'SECRET comment' });
  await owner.done('update_topic', { topic_id, description: 'SECRET description' });
  const before = await readBy(ground, topic_id);
  expect(before).not.toMatch(/SECRET/);
  expect((await ground.ask('list_topics', { topic_id })).success).toBe(false);
  await owner.decide(await owner.held('delete_elements', { element_ids: [id] }));
  expect(JSON.stringify(await list(owner, { topic_id }))).toContain('SECRET');
  expect(await readBy(ground, topic_id)).toBe(before);
  const closing = await ground.ask('update_topic', { topic_id, status: 'Closed' });
  expect(closing.error?.message).toBe(`no topic \`${topic_id}\` on branch \`main\``);
});

test('an own topic that names more components than an event has is hidden with its elements', async () => {
  const id = await newWall(9000);
  const unknown = Array.from({ length: 20_001 }, (_, i) => ifcGuid(`x${i}`));
  const parts = topicParts(guid('e'), { title: 'Many', selected: [ifcGuid(id)], hidden: unknown });
  const made = await ground.done('import_bcf', { path: archived('many.bcf', ...parts) });
  const { topic_id } = Object(made.data)['topics'][0];
  expect((await list(ground, { topic_id })).topic).toMatchObject({ element_ids: [id] });
  await hide(id);
  await owner.done('comment_topic', { topic_id, text: 'SECRET of many' });
  expect(await readBy(ground, topic_id)).not.toMatch(/SECRET|Many/);
});
