/** @module tests of exports of findings whose GUID topics of others have. */
import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { readBcf } from '../../../../kernel/documents/bcf/read/read-bcf.ts';
import { ifcGuid } from '../../../../kernel/documents/ifc/guid.ts';
import type { Approving } from '../../../governance/gate/approving.ts';
import { exported, openTopicWorld, topicParts, type TopicWorld } from '../topic-world.ts';

let world: TopicWorld;
let owner: Approving;
let wall: string;
let upper: string;
let archived: TopicWorld['archived'];

beforeAll(async () => {
  world = await openTopicWorld();
  ({ owner, wall, upper, archived } = world);
});
afterAll(() => world.close());

const FAKE = { title: 'all fine', status: 'Closed' };

/** The issue of the owner about the upper wall, and the GUID of its topic. */
async function issueOf(title: string): Promise<{ issues: readonly object[]; guid: string }> {
  const issues = [{ title, element_ids: [upper], severity: 'error' }];
  const { data } = await owner.done('export_bcf', { issues, path: `${title}.bcf` });
  const { topics } = await readBcf(readFileSync(String(Object(data)['path'])));
  return { issues, guid: topics[0]?.guid ?? '' };
}

test('a topic of a restricted agent with the GUID of an issue is written as another topic', async () => {
  const { issues, guid } = await issueOf('Fire stop missing');
  const ground = owner.other('ground');
  const parts = topicParts(guid, { ...FAKE, selected: [ifcGuid(wall)] });
  const made = await ground.done('import_bcf', { path: archived('fake.bcf', ...parts) });
  const { topic_id } = Object(made.data)['topics'][0];
  const { bytes, answer } = await exported(owner, { issues, version: '2.1', path: 'all.bcf' });
  const { topics } = await readBcf(bytes);
  expect(topics.map((one) => [one.guid, one.data.title, one.data.status])).toEqual([
    [guid, 'Fire stop missing', 'Active'],
    [topic_id, 'all fine', 'Closed'],
  ]);
  expect(answer.data).toMatchObject({ topics: 2, findings: 1, closed: 0 });
  expect(answer.warnings).toContainEqual(
    expect.stringContaining(`\`${topic_id}\` state the GUID of a finding in this file`),
  );
});

test('a topic with the GUID of an issue neither closes it nor hides its elements', async () => {
  const { issues, guid } = await issueOf('Cable in the way');
  const said = { guid: 'bbbbbbbb-2222-4333-8444-555555555555', text: 'Nothing there' };
  const parts = topicParts(guid, { ...FAKE, selected: [ifcGuid(wall)], comments: [said] });
  await owner.done('import_bcf', { path: archived('known.bcf', ...parts) });
  for (const version of ['2.1', '3.0']) {
    const args = { issues, topics: [guid], version, path: `${version}.bcf` };
    const { bytes, answer } = await exported(owner, args);
    const { topics } = await readBcf(bytes);
    expect(topics).toHaveLength(1);
    expect(topics[0]).toMatchObject({
      guid,
      data: { title: 'Cable in the way', status: 'Active' },
      views: [{ data: { selection: [{ ifc_guid: ifcGuid(upper) }] } }],
    });
    const comments = topics[0]?.data.comments ?? [];
    expect(comments.map(({ text }) => text)).toEqual(['Cable in the way', 'Nothing there']);
    expect(answer.data).toMatchObject({ topics: 1, findings: 1, closed: 0 });
    expect(answer.warnings).toContainEqual(
      expect.stringContaining(`\`${guid}\` are written as the findings that they answer`),
    );
  }
});

test('what the finding itself says comes back once, also with another text under its GUID', async () => {
  const { issues, guid } = await issueOf('Duct too low');
  const args = { issues, topics: [guid], version: '2.1' };
  const texts = async (path: string): Promise<readonly string[]> => {
    const { bytes } = await exported(owner, { ...args, path });
    const [topic] = (await readBcf(bytes)).topics;
    return topic?.data.comments.map(({ text }) => text) ?? [];
  };
  const out = await exported(owner, { issues, topics: undefined, version: '2.1', path: '1.bcf' });
  const [first] = (await readBcf(out.bytes)).topics;
  const own = first?.data.comments[0]?.guid ?? '';
  for (const [text, all] of [
    ['Duct too low', ['Duct too low']],
    ['Duct is fine', ['Duct too low', 'Duct is fine']],
    ['Duct too low', ['Duct too low', 'Duct is fine']],
  ] as const) {
    const said = { guid: own, text };
    const parts = topicParts(guid, { title: text, selected: [ifcGuid(upper)], comments: [said] });
    await owner.done('import_bcf', { path: archived(`${text}.bcf`, ...parts) });
    expect(await texts('back.bcf')).toEqual(all);
  }
});
