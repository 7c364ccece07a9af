/** @module tests of approvals of topics: what a plan relies on, and what is a loss. */
import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { readBcf } from '../../../kernel/documents/bcf/read/read-bcf.ts';
import { ifcGuid } from '../../../kernel/documents/ifc/guid.ts';
import type { Approving } from '../../governance/gate/approving.ts';
import { list, openTopicWorld, topicParts, type TopicWorld } from './topic-world.ts';

let world: TopicWorld;
let owner: Approving;
let wall: string;
let upper: string;
let archived: TopicWorld['archived'];

const ALL = { READ: {}, CREATE: {}, MODIFY: {} };
const BOTH = ['topic.created', 'topic.updated'] as const;

beforeAll(async () => {
  world = await openTopicWorld({
    'ground-asker': {
      permissions: { ...ALL, READ: { levels: ['Ground'] } },
      requires_approval: [...BOTH],
    },
    updater: { permissions: ALL, requires_approval: [...BOTH] },
  });
  ({ owner, wall, upper, archived } = world);
});
afterAll(() => world.close());

const guid = (first: string): string => `${first.repeat(8)}-3616-44c6-9af4-31151e8e0363`;
const SAID = '8cff07bb-3616-44c6-9af4-31151e8e0363';

async function created(args: object): Promise<string> {
  const { data } = await owner.done('create_topic', { ...args });
  return String(Object(data)['topic_id']);
}

test('an import that was approved does not lose to a topic that came meanwhile', async () => {
  const topic_id = guid('a');
  const parts = (title: string, text: string) =>
    topicParts(topic_id, {
      title,
      selected: [ifcGuid(wall)],
      comments: text === '' ? [] : [{ guid: SAID, text }],
    });
  const second = archived('second.bcf', ...parts('Second', 'important'));
  const id = await owner.other('updater').held('import_bcf', { path: second });
  await owner.done('import_bcf', { path: archived('first.bcf', ...parts('First', '')) });
  expect(await owner.decide(id)).toBe('stale');
  const again = await owner.other('updater').held('import_bcf', { path: second });
  expect(await owner.decide(again)).toBe('executed');
  expect((await list(owner, { topic_id })).topic).toMatchObject({
    title: 'Second',
    comments: [{ text: 'important' }],
  });
});

test('other topics, also hidden ones, and comments make no approval stale; a change of the topic does', async () => {
  const topic_id = await created({ title: 'Seen', element_ids: [wall] });
  const held = await owner
    .other('ground-asker')
    .held('update_topic', { topic_id, status: 'Closed' });
  const hidden = await created({ title: 'Hidden', element_ids: [upper] });
  await owner.done('update_topic', { topic_id: hidden, status: 'Closed' });
  await owner.done('comment_topic', { topic_id, text: 'Look again' });
  expect(await owner.decide(held)).toBe('executed');
  const comment = await owner.other('updater').held('comment_topic', { topic_id, text: 'Done' });
  await owner.done('comment_topic', { topic_id, text: 'And again' });
  expect(await owner.decide(comment)).toBe('executed');
  const late = await owner.other('updater').held('update_topic', { topic_id, status: 'Reopened' });
  const reply = await owner.other('updater').held('comment_topic', { topic_id, text: 'Closed?' });
  await owner.done('update_topic', { topic_id, title: 'Another question' });
  expect(await owner.decide(late)).toBe('stale');
  expect(await owner.decide(reply)).toBe('stale');
});

test('emptied members are losses that need an approval, also by an archive; other edits are not', async () => {
  const topic_id = await created({
    title: 'Leak',
    description: 'Water in the cellar',
    element_ids: [wall],
    labels: ['urgent'],
    assigned_to: 'site@example.org',
  });
  const whole = owner.other('whole');
  await whole.done('update_topic', { topic_id, title: 'A leak', labels: ['urgent', 'cellar'] });
  const empty = { title: '-', description: null, labels: [], assigned_to: null };
  const { approval } = Object(
    (await whole.ask('update_topic', { topic_id, ...empty, dry_run: true })).data,
  );
  expect(approval).toMatchObject({ needed: true, because: ['element.diminished'] });
  // Another text first, then none: the approval states what was there.
  await whole.done('update_topic', { topic_id, description: 'x' });
  const { error } = await whole.ask('update_topic', {
    topic_id,
    description: null,
    dry_run: false,
  });
  expect(Object(error?.data?.['approval']).losses).toMatchObject([
    { loss: 'value', parameter: 'description', was: 'x', given: 'Water in the cellar' },
  ]);
  const parts = topicParts(topic_id, { title: 'A leak', selected: [ifcGuid(wall)] });
  const by = await whole.held('import_bcf', { path: archived('emptied.bcf', ...parts) });
  expect((await list(owner, { topic_id })).topic).toMatchObject({ description: 'x' });
  expect(await owner.decide(by)).toBe('executed');
});

test('an archive with another text for a comment adds a comment, and exports keep the first text', async () => {
  const topic_id = await created({ title: 'Wall', element_ids: [wall] });
  await owner.done('comment_topic', { topic_id, text: 'I forbid the demolition' });
  const said = (await list(owner, { topic_id })).topic?.comments[0];
  const parts = topicParts(topic_id, {
    title: 'Wall',
    selected: [ifcGuid(wall)],
    comments: [{ guid: said?.guid ?? '', text: 'I allow the demolition' }],
  });
  const path = archived('forged.bcf', ...parts);
  const { warnings } = await owner.other('whole').done('import_bcf', { path });
  expect(warnings.join()).toContain(`the file has another text for \`${said?.guid}\``);
  const { topic } = await list(owner, { topic_id });
  expect(topic?.comments[0]).toEqual(said);
  expect(topic?.comments.slice(1)).toMatchObject([
    { text: 'I allow the demolition', author: 'a@example.org' },
  ]);
  const out = await owner.done('export_bcf', { topics: [topic_id], version: '2.1', path: 'w.bcf' });
  const written = String(Object(out.data)['path']);
  const read = await readBcf(readFileSync(written));
  const texts = (read.topics[0]?.data.comments ?? []).map((one) => [one.guid, one.text]);
  expect(texts).toEqual(topic?.comments.map((one) => [one.guid, one.text]));
  const bare = topicParts(topic_id, { title: 'Wall 2', selected: [ifcGuid(wall)] });
  await owner.done('import_bcf', { path: archived('bare.bcf', ...bare) });
  expect((await list(owner, { topic_id })).topic?.comments).toEqual(topic?.comments);
});
