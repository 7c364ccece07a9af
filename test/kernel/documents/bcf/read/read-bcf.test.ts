/** @module tests of the reader of BCF archives: members of each version, and oddities of other programs. */
import { describe, expect, test } from 'vitest';

import { zipOf } from '../../../../../kernel/base/archive/zip.ts';
import { type ReadBcf, readBcf } from '../../../../../kernel/documents/bcf/read/read-bcf.ts';
import { componentGuids } from '../../../../../kernel/documents/bcf/read/view-data.ts';
import { FULL_20, FULL_21, FULL_30, TOPIC_GUID, VIEW_GUID } from '../full-archives.ts';
import { markup, TOPIC } from '../hostile.ts';

/** An archive of version 2.1 with this markup and no other file of the topic. */
async function read(xml: string | Buffer, name = `${TOPIC}/markup.bcf`): Promise<ReadBcf> {
  return await readBcf(
    zipOf([
      { name: 'bcf.version', content: '<Version VersionId="2.1"/>' },
      { name, content: xml },
    ]),
  );
}

const MEMBERS = {
  guid: TOPIC_GUID,
  type: 'Clash',
  status: 'Open',
  title: 'Door & wall',
  priority: 'High',
  labels: ['A', 'B'],
  links: ['https://example.org/1'],
  created_at: '2026-01-02T03:04:05Z',
  author: 'a@example.org',
  modified_at: '2026-01-03T03:04:05+01:00',
  modified_author: 'b@example.org',
  assigned_to: 'c@example.org',
  description: 'Two\nlines',
  snippet: {
    type: 'JSON',
    is_external: false,
    reference: 'x.json',
    schema: 'https://example.org/s',
  },
  related: ['11111111-2222-4333-8444-555555555555'],
  files: [
    {
      name: 'house.ifc',
      date: '2026-01-01T00:00:00Z',
      reference: '../house.ifc',
      project: '2SugUv4EX5LAhcVpDp2dUH',
      spatial_element: null,
      is_external: false,
    },
  ],
};

describe.each([
  ['2.0', FULL_20, { due_date: null, stage: null, server_id: null }],
  ['2.1', FULL_21, { due_date: '2026-02-01T00:00:00Z', stage: 'Design', server_id: null }],
  ['3.0', FULL_30, { due_date: '2026-02-01T00:00:00Z', stage: 'Design', server_id: '17' }],
])('version %s', (version, bytes, later) => {
  test('topic', async () => {
    const archive = await readBcf(bytes);
    expect(archive.version).toBe(version);
    expect(archive.warnings).toEqual([]);
    expect(archive.project.name).toBe('House');
    expect(archive.topics[0]?.data).toMatchObject({ ...MEMBERS, ...later });
  });
  test('comments and documents', async () => {
    const [topic] = (await readBcf(bytes)).topics;
    expect(topic?.data.comments).toMatchObject([
      {
        author: 'a@example.org',
        text: 'Look',
        viewpoint: VIEW_GUID,
        status: version === '2.0' ? 'Open' : null,
      },
      { author: 'b@example.org', text: 'Done', viewpoint: null },
    ]);
    expect(topic?.data.documents).toMatchObject([
      { url: 'https://example.org/d', description: 'Outside' },
      version === '3.0'
        ? { document: '22222222-2222-4333-8444-555555555555' }
        : { path: '../list.txt' },
    ]);
  });
  test('viewpoint', async () => {
    const [topic] = (await readBcf(bytes)).topics;
    const [view] = topic?.views ?? [];
    expect(view).toMatchObject({
      guid: VIEW_GUID,
      file: `${TOPIC_GUID}/v.bcfv`,
      snapshot: `${TOPIC_GUID}/s.png`,
    });
    expect(view?.data).toMatchObject({
      camera: {
        kind: 'perspective',
        position: { x: 1, y: 2, z: 3 },
        direction: { x: 0, y: 1, z: 0 },
        up: { x: 0, y: 0, z: 1 },
        field_of_view_deg: 60,
        aspect_ratio: version === '3.0' ? 1.5 : null,
      },
      selection: [{ ifc_guid: '0000000000000000000001', system: 'Other', tool_id: '7' }],
      default_visibility: true,
      exceptions: [{ ifc_guid: '0000000000000000000002' }],
      colouring: [{ colour: 'FF0000', components: [{ ifc_guid: '0000000000000000000003' }] }],
      lines: [{ start: { x: 0, y: 0, z: 0 }, end: { x: 1, y: 0, z: 0 } }],
      clipping_planes: [{ location: { x: 0, y: 0, z: 5 }, direction: { x: 0, y: 0, z: 1 } }],
      bitmaps: [{ format: 'png', file: 'b.png', height: 2, up: { x: 0, y: 0, z: 1 } }],
    });
    expect(view?.data === null || view === undefined ? [] : componentGuids(view.data)).toEqual([
      '0000000000000000000001',
      '0000000000000000000002',
      '0000000000000000000003',
    ]);
  });
});

describe('oddities are read with a warning', () => {
  test('a namespace, prefixes and other cases of names', async () => {
    const xml = `<b:markup xmlns:b="urn:x"><b:TOPIC guid="${TOPIC}" topicstatus="Open"><b:title>T</b:title></b:TOPIC></b:markup>`;
    const { topics, warnings } = await read(xml, `${TOPIC}/MARKUP.BCF`);
    expect(topics[0]?.data).toMatchObject({ title: 'T', status: 'Open', guid: TOPIC });
    expect(warnings.join()).toContain('`b:markup/b:TOPIC` is not defined in BCF 2.1; kept');
  });
  test('a byte order mark, and UTF-16', async () => {
    const text = markup('<Title>Tür</Title>');
    const utf16 = Buffer.from(`\uFEFF${text.replace('UTF-8', 'UTF-16')}`, 'utf16le');
    for (const bytes of [Buffer.from(`\uFEFF${text}`, 'utf8'), utf16]) {
      const { topics, warnings } = await read(bytes);
      expect(topics[0]?.data.title).toBe('Tür');
      expect(warnings).toEqual([]);
    }
  });
  test('bytes that are no UTF-8', async () => {
    const { topics, warnings } = await read(Buffer.from(markup('<Title>Tür</Title>'), 'latin1'));
    expect(topics[0]?.data.title).toBe('Tür');
    expect(warnings.join()).toContain('not valid UTF-8; it was read as Windows-1252');
  });
  test('invalid dates and GUIDs', async () => {
    const xml = `<Markup><Topic Guid="{no guid}"><Title>T</Title><CreationDate>2.1.2026</CreationDate></Topic></Markup>`;
    const { topics, warnings } = await read(xml);
    expect(topics[0]).toMatchObject({ guid: TOPIC, data: { created_at: null } });
    expect(warnings.join()).toContain('`CreationDate` of `Topic` is `2.1.2026`, expected a date');
    expect(warnings.join()).toContain('its `Guid` is `{no guid}`');
  });
  test('a GUID in capitals and braces', async () => {
    const { topics } = await read(
      markup('<Title>T</Title>').replace(TOPIC, `{${TOPIC.toUpperCase()}}`),
    );
    expect(topics[0]?.guid).toBe(TOPIC);
  });
  test('files of viewpoints that are missing', async () => {
    const after =
      '<Viewpoints Guid="1"><Viewpoint>v.bcfv</Viewpoint><Snapshot>s.png</Snapshot></Viewpoints>';
    const { topics, warnings } = await read(markup('<Title>T</Title>', after));
    expect(topics[0]?.views).toMatchObject([{ file: null, snapshot: null, data: null }]);
    expect(warnings.join()).toContain('the archive has no `v.bcfv`');
  });
  test('comments inside the topic, in a list, and next to it', async () => {
    const one = (text: string): string =>
      `<Comment Guid="${text}"><Comment>${text}</Comment></Comment>`;
    const inside = `<Title>T</Title>${one('1')}<Comments>${one('2')}</Comments>`;
    const { topics } = await read(markup(inside, `${one('3')}<Comments>${one('4')}</Comments>`));
    expect(topics[0]?.data.comments.map(({ text }) => text).toSorted()).toEqual([
      '1',
      '2',
      '3',
      '4',
    ]);
  });
  test.each([
    ['no version file', [], '2.1'],
    ['an unknown version', [{ name: 'bcf.version', content: '<Version VersionId="7"/>' }], '2.1'],
  ])('%s', async (_, files, version) => {
    const xml = markup(
      '<Title>T</Title>',
      '<Comment Guid="1"><Date>2026-01-02T03:04:05Z</Date></Comment>',
    );
    const archive = await readBcf(zipOf([...files, { name: `${TOPIC}/markup.bcf`, content: xml }]));
    expect(archive.version).toBe(version);
    expect(archive.warnings.join()).toMatch(/the archive states .*; it was read as 2\.1/);
  });
  test('all files in one more folder', async () => {
    const archive = await readBcf(
      zipOf([
        { name: 'export/bcf.version', content: '<Version VersionId="3.0"/>' },
        { name: `export/${TOPIC}/markup.bcf`, content: markup('<Title>T</Title>') },
      ]),
    );
    expect(archive.version).toBe('3.0');
    expect(archive.topics).toHaveLength(1);
  });
  test('a viewpoint that is not well-formed', async () => {
    const after = '<Viewpoints Guid="1"><Viewpoint>v.bcfv</Viewpoint></Viewpoints>';
    const archive = await readBcf(
      zipOf([
        { name: 'bcf.version', content: '<Version VersionId="2.1"/>' },
        { name: `${TOPIC}/markup.bcf`, content: markup('<Title>T</Title>', after) },
        { name: `${TOPIC}/v.bcfv`, content: '<VisualizationInfo>' },
      ]),
    );
    expect(archive.topics[0]?.views[0]).toMatchObject({ data: null });
    expect(archive.warnings.join()).toContain('not well-formed XML');
  });
  test('a folder that is not named by the GUID of its topic', async () => {
    const { topics, warnings } = await read(markup('<Title>T</Title>'), 'issue 1/markup.bcf');
    expect(topics[0]).toMatchObject({ guid: TOPIC, folder: 'issue 1/' });
    expect(warnings).toEqual([`topic \`issue 1\`: its folder is not named by its GUID`]);
  });
  test('the same fault of many topics is one warning', async () => {
    const topics = ['a', 'b', 'c'].map((name) => `${name}${TOPIC.slice(1)}`);
    const files = topics.map((guid) => ({
      name: `${guid}/markup.bcf`,
      content: markup('<Title>T</Title><Owner/>').replace(TOPIC, guid),
    }));
    const version = { name: 'bcf.version', content: '<Version VersionId="2.1"/>' };
    const { warnings } = await readBcf(zipOf([version, ...files]));
    expect(warnings).toEqual([
      `3 topics, the first is \`${topics[0]}\`: \`Markup/Topic/Owner\` is not defined in BCF 2.1; kept`,
    ]);
  });
  test('a topic twice', async () => {
    const content = markup('<Title>T</Title>');
    const archive = await readBcf(
      zipOf([
        { name: 'bcf.version', content: '<Version VersionId="2.1"/>' },
        { name: 'a/markup.bcf', content },
        { name: 'b/markup.bcf', content },
      ]),
    );
    expect(archive.topics).toHaveLength(1);
    expect(archive.warnings.join()).toContain('two topics have the GUID');
  });
});
