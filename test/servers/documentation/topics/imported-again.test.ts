/** @module tests of archives that are imported again: none replaces or removes what an earlier one had. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { readBcf } from '../../../../kernel/documents/bcf/read/read-bcf.ts';
import { ifcGuid } from '../../../../kernel/documents/ifc/guid.ts';
import { PlanDocument } from '../../../../schemas/governance.ts';
import { TOPIC_LIMITS } from '../../../../schemas/topics/topics.ts';
import { topicTexts } from '../../../../servers/approvals/topic-text.ts';
import type { Approving } from '../../../governance/gate/approving.ts';
import {
  exported,
  list,
  openTopicWorld,
  topicParts,
  type TopicWorld,
  VIEW,
} from '../topic-world.ts';

let world: TopicWorld;
let owner: Approving;
let wall: string;
let archived: TopicWorld['archived'];

beforeAll(async () => {
  world = await openTopicWorld({
    updater: {
      permissions: { READ: {}, CREATE: {}, MODIFY: {} },
      requires_approval: ['topic.updated'],
    },
  });
  ({ owner, wall, archived } = world);
});
afterAll(() => world.close());

const guid = (first: string): string => `${first.repeat(8)}-3616-44c6-9af4-31151e8e0363`;
const SAID = guid('c');
const LONG = 'A'.repeat(TOPIC_LIMITS.text_chars + 50);

function saying(topic_id: string, text: string): ReturnType<typeof topicParts> {
  const comments = [{ guid: SAID, text }];
  return topicParts(topic_id, { title: 'Wall', selected: [ifcGuid(wall)], comments });
}

/** The comments of the topic in an export of the owner. */
async function writtenComments(topic_id: string): Promise<readonly (readonly [string, string])[]> {
  const { bytes } = await exported(owner, { topics: [topic_id], version: '2.1' });
  const [topic] = (await readBcf(bytes)).topics;
  return (topic?.data.comments ?? []).map((one) => [one.guid, one.text] as const);
}

test('a comment with another end of a long text is another comment, and exports have both in full', async () => {
  const topic_id = guid('1');
  const [first, other] = [`${LONG} do NOT demolish`, `${LONG} demolish at once`];
  await owner.done('import_bcf', { path: archived('first.bcf', ...saying(topic_id, first)) });
  expect(await writtenComments(topic_id)).toEqual([[SAID, first]]);
  const path = archived('other.bcf', ...saying(topic_id, other));
  const { warnings } = await owner.other('whole').done('import_bcf', { path });
  expect(warnings.join()).toContain(`the file has another text for \`${SAID}\``);
  const comments = (await list(owner, { topic_id })).topic?.comments ?? [];
  expect(comments).toHaveLength(2);
  expect(await writtenComments(topic_id)).toEqual([
    [SAID, first],
    [comments[1]?.guid, other],
  ]);
  // A third archive has neither text.
  const third = archived('third.bcf', ...saying(topic_id, 'short'));
  await owner.done('import_bcf', { path: third });
  expect((await writtenComments(topic_id)).map(([, text]) => text)).toEqual([
    first,
    other,
    'short',
  ]);
  expect((await writtenComments(topic_id))[0]?.[0]).toBe(SAID);
});

test('an approver reads that a text is cut, and the digest of the full text', async () => {
  const topic_id = guid('2');
  await owner.done('import_bcf', { path: archived('a.bcf', ...saying(topic_id, 'short')) });
  const path = archived('b.bcf', ...saying(topic_id, `${LONG} demolish at once`));
  const id = await owner.other('updater').held('import_bcf', { path });
  const plan = world.harness.reader.approval(id)?.plan ?? '';
  const texts = PlanDocument.parse(JSON.parse(plan)).events.flatMap(topicTexts).join('\n');
  expect(texts).toMatch(/the beginning of a longer text, .* SHA-256 of the text [\da-f]{64}/);
});

/** Names of the losses for which a call needs an approval. */
function losses({ error }: Awaited<ReturnType<Approving['ask']>>): readonly string[] {
  const { losses: all } = Object(error?.data?.['approval']);
  return Array.isArray(all) ? all.map((one) => String(Object(one)['parameter'])) : [];
}

test('what an edited archive lacks is a loss, each part by its name; a part that changes is not', async () => {
  const topic_id = guid('3');
  const title = { title: 'Wall', selected: [ifcGuid(wall)] };
  const full = topicParts(topic_id, title);
  await owner.done('import_bcf', { path: archived('full.bcf', ...full) });
  const [markup, view, picture, foreign] = full.map(({ name, content }) => ({
    name,
    content: String(content),
  }));
  if (!markup || !view || !picture || !foreign) throw new Error('expected four files');
  const whole = owner.other('whole');
  const bare = markup.content
    .replace(/<Viewpoints.*<\/Viewpoints>/, '')
    .replace(/<Cost.*<\/Cost>/, '');
  const stripped = archived('stripped.bcf', { ...markup, content: bare });
  const answer = await whole.ask('import_bcf', { path: stripped, dry_run: false });
  expect(losses(answer).toSorted()).toEqual([
    `camera of viewpoint ${VIEW}`,
    `components of viewpoint ${VIEW}`,
    'file notes.dat',
    'member Markup/Topic/Cost',
    `snapshot of viewpoint ${VIEW}`,
    `viewpoint ${VIEW}`,
  ]);
  expect((await list(owner, { topic_id })).topic).toMatchObject({ element_ids: [wall] });
  const emptied = { ...view, content: '<VisualizationInfo/>' };
  const dark = archived('dark.bcf', markup, emptied, picture, { ...foreign, content: '' });
  const second = await whole.ask('import_bcf', { path: dark, dry_run: false });
  expect(losses(second).toSorted()).toEqual([
    `camera of viewpoint ${VIEW}`,
    `components of viewpoint ${VIEW}`,
    'file notes.dat',
  ]);
  const redrawn = archived(
    'redrawn.bcf',
    markup,
    view,
    { ...picture, content: 'another' },
    foreign,
  );
  expect(await whole.ask('import_bcf', { path: redrawn, dry_run: false })).toMatchObject({
    success: true,
  });
  // The list of parts is not written again, and a later archive is still compared with it.
  const third = await whole.ask('import_bcf', { path: stripped, dry_run: false });
  expect(losses(third)).toHaveLength(6);
  const id = String(third.approval_id);
  const plan = PlanDocument.parse(JSON.parse(world.harness.reader.approval(id)?.plan ?? ''));
  expect(plan.events.flatMap(topicTexts).join('\n')).toContain(
    'member Markup/Topic/Cost "in the earlier archive" → none',
  );
  expect(await owner.decide(id)).toBe('executed');
});

test('an archive that comes again and again writes only what it changes', async () => {
  const topic_id = guid('4');
  const comments = Array.from({ length: 100 }, (_, index) => ({
    guid: `${String(index).padStart(8, '0')}-3616-44c6-9af4-31151e8e0363`,
    text: `${index} ${'a'.repeat(9000)}`,
  }));
  const parts = (title: string, count: number) =>
    topicParts(topic_id, { title, selected: [ifcGuid(wall)], comments: comments.slice(0, count) });
  await owner.done('import_bcf', { path: archived('1.bcf', ...parts('1', 99)) });
  const sizes: number[] = [];
  for (const title of ['2', '3', '4']) {
    const path = archived(`${title}.bcf`, ...parts(title, title === '4' ? 100 : 99));
    const { event_id } = await owner.other('whole').done('import_bcf', { path });
    const event = world.harness.reader.eventById(event_id ?? '');
    if (event?.type !== 'topic.updated') throw new Error('expected an update of the topic');
    sizes.push(event.payload.imported?.comments.length ?? -1);
    expect(JSON.stringify(event).length).toBeLessThan(20_000);
  }
  expect(sizes).toEqual([0, 0, 1]);
  const { topic } = await list(owner, { topic_id });
  expect(topic?.comments.map(({ text }) => text)).toEqual(comments.map(({ text }) => text));
  // Without changes of the workspace, the markup is the one of the newest archive.
  const { bytes } = await exported(owner, { topics: [topic_id], version: '2.1' });
  const written = (await readBcf(bytes)).files.find(({ name }) => name.endsWith('markup.bcf'));
  expect(String(written?.content)).toBe(String(parts('4', 100)[0]?.content));
});
