/** @module tests of topics behind the gate: import from BCF, changes, comments, and export without loss. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { zipOf } from '../../../kernel/base/archive/zip.ts';
import { readBcf } from '../../../kernel/documents/bcf/read/read-bcf.ts';
import { ifcGuid } from '../../../kernel/documents/ifc/guid.ts';
import { TOPICS } from '../../../schemas/topics/topics.ts';
import type { Approving } from '../../governance/gate/approving.ts';
import { partsOf } from '../../kernel/documents/bcf/read-bcf.ts';
import {
  exported,
  list,
  openTopicWorld,
  topicParts,
  type TopicWorld,
  VIEW,
} from './topic-world.ts';

const TOPIC = '7cff07bb-3616-44c6-9af4-31151e8e0363';
const OTHER = '8cff07bb-3616-44c6-9af4-31151e8e0363';
const FOREIGN = '0000000000000000000001';

let world: TopicWorld;
let owner: Approving;
let folder: string;
let wall: string;
let upper: string;
let archived: TopicWorld['archived'];

beforeAll(async () => {
  world = await openTopicWorld();
  ({ owner, folder, wall, upper, archived } = world);
});
afterAll(() => world.close());

test('a dry run shows what an import would bring, and stores nothing', async () => {
  const guid = ifcGuid(wall);
  const path = archived(
    'first.bcf',
    ...topicParts(TOPIC, { title: 'Wall', selected: [guid, FOREIGN] }),
  );
  const answer = await owner.ask('import_bcf', { path, dry_run: true });
  expect(answer).toMatchObject({
    success: true,
    dry_run: true,
    data: {
      file: { name: 'first.bcf', version: '2.1' },
      created: 1,
      updated: 0,
      topics: [{ topic_id: TOPIC, change: 'created', title: 'Wall', element_ids: [wall] }],
      unmatched: { count: 1, ifc_guids: [FOREIGN] },
      untrusted: true,
    },
  });
  expect(answer.warnings.join()).toContain('`Markup/Topic/Cost` is not defined in BCF 2.1; kept');
  expect((await list(owner)).topics).toEqual([]);
});

test('an import creates topics, and the same file again changes nothing', async () => {
  const args = { path: 'imports/first.bcf', dry_run: false };
  expect((await owner.done('import_bcf', args)).data).toMatchObject({ created: 1 });
  const before = world.harness.reader.eventsTouching(TOPICS, 'main', 1e6, 100).length;
  const again = await owner.ask('import_bcf', args);
  expect(again).toMatchObject({
    success: false,
    error: {
      name: 'NO_EFFECT',
      message: 'the branch already has all topics of `first.bcf` (1) as the file states them',
    },
  });
  expect(world.harness.reader.eventsTouching(TOPICS, 'main', 1e6, 100)).toHaveLength(before);
  expect(await list(owner, { topic_id: TOPIC })).toMatchObject({
    topic: {
      title: 'Wall',
      status: 'Open',
      author: 'a@example.org',
      element_ids: [wall],
      unmatched: [FOREIGN],
      origin: 'archive',
      viewpoints: [{ guid: VIEW, element_ids: [wall], snapshot: true }],
      source: { name: 'first.bcf', version: '2.1' },
    },
    untrusted: true,
  });
});

test('one topic is listed with what only its archive has', async () => {
  expect(await list(owner, { topic_id: TOPIC, archive: true })).toMatchObject({
    archive: {
      links: [],
      documents: [],
      snippet: null,
      unknown: ['Markup/Topic/Cost'],
      viewpoints: [
        {
          guid: VIEW,
          camera: { kind: 'perspective', position: { x: 1, y: 2, z: 3 }, field_of_view_deg: 60 },
          components: 2,
          snapshot: `${TOPIC}/s.png`,
        },
      ],
    },
  });
  expect((await list(owner, { topic_id: TOPIC }))['archive']).toBeNull();
  const ground = await owner.other('ground').ask('list_topics', { archive: true });
  expect(ground.error?.message).toContain('expected a `topic_id`');
});

test('answers, a new status and own topics are exported, and what others wrote stays', async () => {
  await owner.done('comment_topic', { topic_id: TOPIC, text: 'Moved by 100 mm', viewpoint: VIEW });
  await owner.done('update_topic', { topic_id: TOPIC, status: 'Closed', assigned_to: null });
  const made = await owner.done('create_topic', {
    title: 'Which paint?',
    element_ids: ['@South'],
    priority: 'Low',
    labels: ['colour'],
  });
  const own = String(Object(made.data)['topic_id']);
  expect(await list(owner, { status: 'closed' })).toMatchObject({
    topics: [{ topic_id: TOPIC }],
    total: 1,
  });
  const { bytes } = await exported(owner, { version: '2.1' });
  const files = await partsOf(bytes);
  const markup = files.get(`${TOPIC}/markup.bcf`)?.toString() ?? '';
  expect(markup).toContain('<Cost currency="EUR">7</Cost>');
  expect(files.get(`${TOPIC}/notes.dat`)?.toString()).toBe('of another program');
  expect(files.get(`${TOPIC}/s.png`)?.toString()).toBe('picture of others');
  const { topics, warnings } = await readBcf(bytes);
  expect(warnings).toEqual([expect.stringContaining('`Markup/Topic/Cost`')]);
  expect(topics.map(({ data }) => data)).toMatchObject([
    {
      guid: TOPIC,
      title: 'Wall',
      status: 'Closed',
      comments: [
        { text: 'Moved by 100 mm', author: world.harness.principal.name, viewpoint: VIEW },
      ],
    },
    { guid: own, title: 'Which paint?', priority: 'Low', labels: ['colour'] },
  ]);
  expect(topics[1]?.views[0]?.data?.selection).toMatchObject([{ ifc_guid: ifcGuid(wall) }]);
  const again = await exported(owner, { version: '2.1', path: 'again.bcf' });
  expect(again.bytes.equals(bytes)).toBe(true);
});

const ANSWER =
  '<Comment Guid="aaaaaaaa-2222-4333-8444-555555555555"><Date>2026-05-01T00:00:00Z</Date><Author>b@example.org</Author><Comment>Wait &amp; see</Comment></Comment>';

test('a finding whose topic came back is written once, as it is, with the comments of others', async () => {
  const issues = [{ title: 'Crack', element_ids: [wall] }];
  const out = await owner.done('export_bcf', { issues, version: '2.1', path: 'issue.bcf' });
  const files = await partsOf(readFileSync(String(Object(out.data)['path'])));
  const parts = [...files].map(([name, content]) => ({
    name,
    content: content.toString('latin1').includes('TopicStatus="Active"')
      ? content
          .toString()
          .replace('TopicStatus="Active"', 'TopicStatus="Accepted"')
          .replace('<Viewpoints ', `${ANSWER}<Viewpoints `)
      : content,
  }));
  // A folder that is no topic has the name of a file of the writer.
  const odd = [
    { name: 'EXTENSIONS.XML', content: '<a' },
    { name: 'x/markup.bcf', content: '<a' },
  ];
  await owner.done('import_bcf', { path: archived('crack.bcf', ...parts.slice(1), ...odd) });
  const { bytes, answer } = await exported(owner, { issues, path: 'both.bcf' });
  expect(answer.data).toMatchObject({ topics: 3, findings: 1, version: '3.0' });
  const { topics } = await readBcf(bytes);
  const found = topics.find(({ data }) => data.title === 'Crack');
  expect(found?.data).toMatchObject({
    status: 'Active',
    comments: [
      { text: 'Crack', author: 'Plumbline' },
      {
        text: 'Wait & see',
        author: 'b@example.org',
        date: '2026-05-01T00:00:00Z',
        guid: 'aaaaaaaa-2222-4333-8444-555555555555',
      },
    ],
  });
  expect(answer.warnings).toContainEqual(
    expect.stringContaining(`\`${found?.guid}\` are written as the findings that they answer`),
  );
  const alone = await readBcf((await exported(owner, { path: 'alone.bcf' })).bytes);
  expect(alone.topics.map(({ data }) => data.status)).toContain('Accepted');
  const { topic_id = '' } = (await list(owner, { status: 'accepted' })).topics[0] ?? {};
  const ended = await owner.done('update_topic', { topic_id, status: 'Closed' });
  expect(ended.data).toMatchObject({ status: 'Closed', changed: ['status'] });
});

test('what comes back from another program updates the topic, and duplicates nothing', async () => {
  const { bytes } = await exported(owner, { version: '2.1', path: 'out.bcf' });
  const files = [...(await partsOf(bytes))].map(([name, content]) => ({ name, content }));
  const returned = files.map(({ name, content }) =>
    name === `${TOPIC}/markup.bcf`
      ? {
          name,
          content: content
            .toString()
            .replace('TopicStatus="Closed"', 'TopicStatus="Reopened"')
            .replace(
              /(<Comment Guid=[\s\S]*?<\/Comment>\s*)(?=<Viewpoints)/,
              '$1<Comment Guid="11111111-2222-4333-8444-555555555555"><Date>2026-05-01T00:00:00Z</Date><Author>b@example.org</Author><Comment>Not enough</Comment></Comment>',
            ),
        }
      : { name, content },
  );
  writeFileSync(join(folder, 'imports', 'back.bcf'), zipOf(returned));
  const back = await owner.done('import_bcf', { path: 'imports/back.bcf' });
  expect(back.data).toMatchObject({ created: 0, updated: 3, unchanged: 0 });
  const { topic } = await list(owner, { topic_id: TOPIC });
  expect(topic?.status).toBe('Reopened');
  expect(topic?.comments.map(({ text }) => text)).toEqual(['Moved by 100 mm', 'Not enough']);
  expect((await list(owner)).topics).toHaveLength(3);
});

test('a change of the workspace stays when another program returns the old value', async () => {
  await owner.done('update_topic', { topic_id: TOPIC, priority: 'High' });
  const comments = [{ guid: OTHER, text: 'More' }];
  const parts = topicParts(TOPIC, {
    title: 'Wall',
    status: 'Reopened',
    selected: [ifcGuid(wall)],
    comments,
  });
  await owner.done('import_bcf', { path: archived('later.bcf', ...parts) });
  const { topic } = await list(owner, { topic_id: TOPIC });
  expect(topic).toMatchObject({ status: 'Reopened', priority: 'High', unmatched: [] });
});

test('who does not see all elements of a topic does not see the topic', async () => {
  const path = archived(
    'upper.bcf',
    ...topicParts(OTHER, { title: 'Secret', selected: [ifcGuid(wall)], hidden: [ifcGuid(upper)] }),
  );
  await owner.done('import_bcf', { path });
  const ground = owner.other('ground');
  const seen = await list(ground);
  expect(seen.topics.map(({ topic_id }) => topic_id)).not.toContain(OTHER);
  expect(JSON.stringify(seen)).not.toContain('Secret');
  for (const [tool, args] of [
    ['list_topics', {}],
    ['update_topic', { status: 'Closed' }],
    ['comment_topic', { text: 'x' }],
  ] as const) {
    const answer = await ground.ask(tool, { topic_id: OTHER, ...args });
    expect(answer).toMatchObject({
      success: false,
      error: { name: 'ELEMENT_NOT_FOUND', message: `no topic \`${OTHER}\` on branch \`main\`` },
    });
  }
  const { bytes, answer } = await exported(ground, { path: 'part.bcf' });
  const { topics } = await readBcf(bytes);
  expect(topics.map(({ guid }) => guid)).toEqual(seen.topics.map(({ topic_id }) => topic_id));
  expect([...(await partsOf(bytes)).values()].join()).not.toContain('picture of others');
  expect(answer.warnings.join()).toContain('2 imported topics are written without the viewpoints');
});

test('undo restores elements, and no topics', async () => {
  const { event_id } = await owner.done('update_topic', { topic_id: TOPIC, status: 'Parked' });
  const { error } = await owner.ask('undo', { event_id });
  expect(error?.message).toContain('the operation changed no element');
  await owner.done('update_topic', { topic_id: TOPIC, status: 'Reopened' });
});

test('permissions and approvals apply', async () => {
  const path = archived(
    'third.bcf',
    ...topicParts('9cff07bb-3616-44c6-9af4-31151e8e0363', { title: 'T', selected: [] }),
  );
  expect(await owner.other('reader').ask('import_bcf', { path })).toMatchObject({
    success: false,
    error: { name: 'PERMISSION_DENIED' },
  });
  const id = await owner.other('asker').held('import_bcf', { path });
  expect((await list(owner)).topics).toHaveLength(4);
  expect(await owner.decide(id)).toBe('executed');
  expect((await list(owner)).topics).toHaveLength(5);
});

test('hostile and wrong files are refused', async () => {
  writeFileSync(join(folder, 'imports', 'text.bcf'), 'no archive');
  const dtd = archived('dtd.bcf', {
    name: `${TOPIC}/markup.bcf`,
    content: '<!DOCTYPE a><Markup/>',
  });
  for (const [path, name, message] of [
    ['imports/text.bcf', 'UNSUPPORTED_FORMAT', /no ZIP archive, expected a BCF file/],
    [dtd, 'UNSUPPORTED_FORMAT', /with a DTD, expected XML without one/],
    ['imports/none.bcf', 'INVALID_ARGUMENT', /none\.bcf/],
    ['/etc/passwd', 'INVALID_ARGUMENT', /outside of artifacts/],
    ['../secret.bcf', 'INVALID_ARGUMENT', /hidden or empty part/],
  ] as const) {
    const answer = await owner.ask('import_bcf', { path });
    expect(answer).toMatchObject({ success: false, error: { name } });
    expect(answer.error?.message).toMatch(message);
  }
  for (const [tool, args, message] of [
    ['update_topic', { topic_id: TOPIC }, /no member is named/],
    ['comment_topic', { topic_id: TOPIC, text: ' ' }, /`text` is blank/],
    ['comment_topic', { topic_id: TOPIC, text: 'x', viewpoint: 'y' }, /has no viewpoint `y`/],
    ['create_topic', { title: 'T', element_ids: ['none'] }, /no element `none`/],
    ['create_topic', { title: 'T', element_ids: ['@none'] }, /`@none`/],
    ['export_bcf', { topics: ['none'] }, /no topic `none`/],
  ] as const) {
    expect((await owner.ask(tool, args)).error?.message).toMatch(message);
  }
});
