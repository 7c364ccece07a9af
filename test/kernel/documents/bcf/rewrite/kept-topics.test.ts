/** @module tests of topics that are written again: nothing of other programs is lost, in the same and in other versions. */
import { describe, expect, test } from 'vitest';

import { zipOf } from '../../../../../kernel/base/archive/zip.ts';
import type { ReadVersion } from '../../../../../kernel/documents/bcf/read/forms.ts';
import { type ReadBcf, readBcf } from '../../../../../kernel/documents/bcf/read/read-bcf.ts';
import { xmlFileOf } from '../../../../../kernel/documents/bcf/read/xml-node.ts';
import { element } from '../../../../../kernel/documents/bcf/read/xml-node.ts';
import { NO_EDITS, type TopicEdits } from '../../../../../kernel/documents/bcf/rewrite/edits.ts';
import { keptParts, wholeFiles } from '../../../../../kernel/documents/bcf/rewrite/kept-topics.ts';
import { FULL_20, FULL_21, FULL_30, TOPIC_GUID, VIEW_GUID } from '../full-archives.ts';
import { markup, TOPIC } from '../hostile.ts';
import { partsOf } from '../read-bcf.ts';

const EDITS: TopicEdits = {
  members: { status: 'Closed', title: 'New <title>', labels: ['C'], description: null },
  modified: { at: '2026-03-01T00:00:00.000Z', author: 'us' },
  comments: [
    {
      guid: '99999999-2222-4333-8444-555555555555',
      at: '2026-03-01T00:00:00.000Z',
      author: 'us',
      text: 'Answered',
      viewpoint: VIEW_GUID,
    },
  ],
};

/** The archive written in a version, and what is reported. */
async function written(
  archive: ReadBcf,
  to: ReadVersion,
  edits = NO_EDITS,
): Promise<{
  readonly bytes: Buffer;
  readonly read: ReadBcf;
  readonly warnings: readonly string[];
}> {
  const kept = archive.topics.map((topic) => ({ archive, topic, edits }));
  const { parts, documents, warnings } = keptParts(kept, to);
  const whole =
    archive.version === to
      ? wholeFiles(archive)
      : [
          { name: 'bcf.version', content: `<Version VersionId="${to}"/>` },
          {
            name: 'documents.xml',
            content: xmlFileOf(element('DocumentInfo', [], [element('Documents', [], documents)])),
          },
        ];
  const bytes = zipOf([...whole, ...parts]);
  return { bytes, read: await readBcf(bytes), warnings };
}

describe.each([
  ['2.0', FULL_20],
  ['2.1', FULL_21],
  ['3.0', FULL_30],
] as const)('version %s', (version, source) => {
  test('without changes, every file has the same bytes', async () => {
    const { bytes, warnings } = await written(await readBcf(source), version);
    expect(warnings).toEqual([]);
    const [before, after] = [await partsOf(source), await partsOf(bytes)];
    expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted());
    for (const [name, content] of before) expect(after.get(name)?.equals(content)).toBe(true);
  });

  test('only what was changed changes', async () => {
    const archive = await readBcf(source);
    const { read, warnings } = await written(archive, version, EDITS);
    expect(warnings).toEqual([]);
    expect(read.warnings).toEqual([]);
    const [before, after] = [archive.topics[0]?.data, read.topics[0]?.data];
    const comments = after?.comments ?? [];
    expect(comments.slice(0, 2)).toEqual(before?.comments);
    expect(comments.slice(2)).toMatchObject([
      { text: 'Answered', author: 'us', viewpoint: VIEW_GUID, date: '2026-03-01T00:00:00.000Z' },
    ]);
    expect(after).toEqual({
      ...before,
      comments,
      status: 'Closed',
      title: 'New <title>',
      labels: ['C'],
      description: null,
      modified_at: '2026-03-01T00:00:00.000Z',
      modified_author: 'us',
    });
  });

  test.each(['2.1', '3.0'] as const)('in version %s', async (to) => {
    const archive = await readBcf(source);
    const { read, bytes } = await written(archive, to);
    expect(read.version).toBe(to);
    expect(read.warnings).toEqual([]);
    const [before, after] = [archive.topics[0], read.topics[0]];
    const { comments, documents, server_id: _, viewpoints: __, ...data } = after?.data ?? {};
    expect(before?.data).toMatchObject(data);
    expect(comments?.map(({ text, viewpoint }) => ({ text, viewpoint }))).toEqual(
      before?.data.comments.map(({ text, viewpoint }) => ({ text, viewpoint })),
    );
    expect(documents?.map(({ url }) => url)).toEqual(before?.data.documents.map(({ url }) => url));
    const { camera, ...view } = after?.views[0]?.data ?? {};
    expect(before?.views[0]?.data).toMatchObject(view);
    expect({ ...camera, aspect_ratio: null }).toEqual({
      ...before?.views[0]?.data?.camera,
      aspect_ratio: null,
    });
    const files = await partsOf(bytes);
    for (const name of ['s.png', 'b.png', 'x.json', 'others.dat']) {
      expect(files.has(`${TOPIC_GUID}/${name}`)).toBe(true);
    }
    expect([...files].filter(([, content]) => content.toString() === 'a list')).not.toEqual([]);
    expect(files.get('house.ifc')?.toString()).toBe('ISO-10303-21;');
  });
});

test('what a version cannot have is reported', async () => {
  expect((await written(await readBcf(FULL_20), '3.0')).warnings).toEqual([
    'BCF 3.0 has no `Comment/VerbalStatus`; it is left out',
    'BCF 3.0 has no `Comment/Status`; it is left out',
  ]);
  expect((await written(await readBcf(FULL_30), '2.1')).warnings).toEqual([
    'BCF 2.1 has no `Topic/@ServerAssignedId`; it is left out',
    'BCF 2.1 has no `PerspectiveCamera/AspectRatio`; it is left out',
  ]);
});

test.each(['2.1', '3.0'] as const)('unknown members stay, also in version %s', async (to) => {
  const members =
    '<Title>T</Title><Owner id="7" note="a&#10;b&#9;c"><Deep x:y="1">own &amp; text</Deep></Owner><Custom>1</Custom>';
  const archive = await readBcf(
    zipOf([
      { name: 'bcf.version', content: '<Version VersionId="2.1"/>' },
      {
        name: `${TOPIC}/markup.bcf`,
        content: markup(members, '<Extra/>').replace('<Topic ', '<Topic Colour="red" '),
      },
      { name: `${TOPIC}/notes/deep.txt`, content: 'note' },
      { name: 'vendor/settings.json', content: '{}' },
    ]),
  );
  const { bytes, warnings } = await written(archive, to, EDITS);
  const files = await partsOf(bytes);
  const xml = files.get(`${TOPIC}/markup.bcf`)?.toString() ?? '';
  for (const kept of [
    'Colour="red"',
    '<Deep x:y="1">own &amp; text</Deep>',
    '<Owner id="7" note="a&#10;b&#9;c">',
    '<Custom>1</Custom>',
    '<Extra/>',
  ]) {
    expect(xml).toContain(kept);
  }
  expect(warnings).toEqual([]);
  expect(files.get(`${TOPIC}/notes/deep.txt`)?.toString()).toBe('note');
  expect(files.get('vendor/settings.json')?.toString()).toBe('{}');
});

test('the same archive gives the same bytes', async () => {
  const once = await written(await readBcf(FULL_20), '3.0', EDITS);
  const again = await written(await readBcf(FULL_20), '3.0', EDITS);
  expect(once.bytes.equals(again.bytes)).toBe(true);
});
