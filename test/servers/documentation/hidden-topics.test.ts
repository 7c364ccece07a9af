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
