/** @module tests of topics behind the gate: import from BCF, changes, comments, and export without loss. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { zipOf, type ZipPart } from '../../../kernel/base/archive/zip.ts';
import { readBcf } from '../../../kernel/documents/bcf/read/read-bcf.ts';
import { ifcGuid } from '../../../kernel/documents/ifc/guid.ts';
import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { approving, type Approving, type Voice } from '../../governance/gate/approving.ts';
import { type Harness } from '../../governance/gate/harness.ts';
import { partsOf } from '../../kernel/documents/bcf/read-bcf.ts';
import { openFiles } from '../files/full-readers.ts';
import { storeIn, type OpenedWorkspace, openDocumentation } from './documentation-harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-topics-'));
const opened: OpenedWorkspace = { reader: null, harness: null };
const store = storeIn(folder, opened);

let harness: Harness;
let owner: Approving;
/** A wall on the ground, and one above. */
let wall: string;
let upper: string;

const P = (x: number, y: number): object => ({ x, y });
const TOPIC = '7cff07bb-3616-44c6-9af4-31151e8e0363';
const OTHER = '8cff07bb-3616-44c6-9af4-31151e8e0363';
const VIEW = '6e225887-aad7-42ec-a9f4-8f8c796832dd';
const FOREIGN = '0000000000000000000001';

beforeAll(async () => {
  harness = await openDocumentation(store, openFiles(folder), opened);
  const all = { READ: {}, CREATE: {}, MODIFY: {} };
  owner = await approving(harness, {
    whole: { permissions: all },
    ground: { permissions: { ...all, READ: { levels: ['Ground'] } } },
    reader: { permissions: { READ: {} } },
    asker: { permissions: all, requires_approval: ['topic.created'] },
  });
  const levels: string[] = [];
  for (const [name, elevation] of [
    ['Ground', 0],
    ['First', 3000],
  ] as const) {
    const made = await owner.done('create_level', { name, elevation, height: 3000 });
    levels.push(made.data === null ? '' : String(Object(made.data)['level_id']));
  }
  const walls: string[] = [];
  for (const level_id of levels) {
    const name = level_id === levels[0] ? 'South' : 'Upper south';
    const made = await owner.done('create_wall', {
      level_id,
      start: P(0, 0),
      end: P(4000, 0),
      name,
    });
    walls.push(String(Object(made.data)['wall_id']));
  }
  [wall = '', upper = ''] = walls;
});
afterAll(async () => {
  await harness.close();
  rmSync(folder, { recursive: true });
});

const CAMERA =
  '<PerspectiveCamera><CameraViewPoint><X>1</X><Y>2</Y><Z>3</Z></CameraViewPoint><CameraDirection><X>0</X><Y>1</Y><Z>0</Z></CameraDirection><CameraUpVector><X>0</X><Y>0</Y><Z>1</Z></CameraUpVector><FieldOfView>60</FieldOfView></PerspectiveCamera>';

/** A topic of version 2.1 in another program, with a member that no version defines. */
function topicParts(
  guid: string,
  {
    title,
    status = 'Open',
    selected,
    hidden = [],
    comments = [],
  }: {
    readonly title: string;
    readonly status?: string;
    readonly selected: readonly string[];
    readonly hidden?: readonly string[];
    readonly comments?: readonly { readonly guid: string; readonly text: string }[];
  },
): readonly ZipPart[] {
  const components = (guids: readonly string[]): string =>
    guids.map((one) => `<Component IfcGuid="${one}"/>`).join('');
  const said = comments
    .map(
      (one) =>
        `<Comment Guid="${one.guid}"><Date>2026-01-02T04:00:00Z</Date><Author>a@example.org</Author><Comment>${one.text}</Comment></Comment>`,
    )
    .join('');
  return [
    {
      name: `${guid}/markup.bcf`,
      content: `<Markup><Topic Guid="${guid}" TopicType="Clash" TopicStatus="${status}"><Title>${title}</Title><CreationDate>2026-01-02T03:04:05Z</CreationDate><CreationAuthor>a@example.org</CreationAuthor><Cost currency="EUR">7</Cost></Topic>${said}<Viewpoints Guid="${VIEW}"><Viewpoint>v.bcfv</Viewpoint><Snapshot>s.png</Snapshot></Viewpoints></Markup>`,
    },
    {
      name: `${guid}/v.bcfv`,
      content: `<VisualizationInfo Guid="${VIEW}"><Components><Selection>${components(selected)}</Selection><Visibility DefaultVisibility="true"><Exceptions>${components(hidden)}</Exceptions></Visibility></Components>${CAMERA}</VisualizationInfo>`,
    },
    { name: `${guid}/s.png`, content: 'picture of others' },
    { name: `${guid}/notes.dat`, content: 'of another program' },
  ];
}

/** Writes an archive below `artifacts/`; returns its path. */
function archived(name: string, ...parts: readonly ZipPart[]): string {
  mkdirSync(join(folder, 'imports'), { recursive: true });
  const content = zipOf([{ name: 'bcf.version', content: '<Version VersionId="2.1"/>' }, ...parts]);
  writeFileSync(join(folder, 'imports', name), content);
  return `imports/${name}`;
}

const Topics = z.looseObject({
  topics: z.array(z.looseObject({ topic_id: z.string(), title: z.string() })),
  topic: z
    .looseObject({
      title: z.string(),
      status: z.string().nullable(),
      comments: z.array(z.looseObject({ text: z.string(), author: z.string().nullable() })),
    })
    .nullable(),
});

async function list(voice: Voice, args: object = {}): Promise<z.output<typeof Topics>> {
  const answer = await voice.ask('list_topics', { ...args });
  expect(answer).toMatchObject({ success: true });
  return Topics.parse(answer.data);
}

/** The files of an archive that the voice exports. */
async function exported(
  voice: Voice,
  args: object = {},
): Promise<{ readonly bytes: Buffer; readonly answer: EnvelopeBody }> {
  const answer = await voice.done('export_bcf', { topics: 'all', ...args });
  return { bytes: readFileSync(String(Object(answer.data)['path'])), answer };
}

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
  const before = harness.reader.eventsOfAggregate('topics', null, 100).length;
  const again = await owner.ask('import_bcf', args);
  expect(again).toMatchObject({
    success: false,
    error: {
      name: 'NO_EFFECT',
      message: 'the branch already has all topics of `first.bcf` (1) as the file states them',
    },
  });
  expect(harness.reader.eventsOfAggregate('topics', null, 100)).toHaveLength(before);
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
      comments: [{ text: 'Moved by 100 mm', author: harness.principal.name, viewpoint: VIEW }],
    },
    { guid: own, title: 'Which paint?', priority: 'Low', labels: ['colour'] },
  ]);
  expect(topics[1]?.views[0]?.data?.selection).toMatchObject([{ ifc_guid: ifcGuid(wall) }]);
  const again = await exported(owner, { version: '2.1', path: 'again.bcf' });
  expect(again.bytes.equals(bytes)).toBe(true);
});

test('a finding whose topic came back is written once, with what others wrote', async () => {
  const issues = [{ title: 'Crack', element_ids: [wall] }];
  const out = await owner.done('export_bcf', { issues, version: '2.1', path: 'issue.bcf' });
  const files = await partsOf(readFileSync(String(Object(out.data)['path'])));
  const parts = [...files].map(([name, content]) => ({
    name,
    content: content.toString('latin1').includes('TopicStatus="Active"')
      ? content.toString().replace('TopicStatus="Active"', 'TopicStatus="Accepted"')
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
  expect(topics.map(({ data }) => data.status)).toContain('Accepted');
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
  expect(answer.warnings.join()).toContain('3 imported topics are written without the viewpoints');
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
