/** @module tests of the reader with the public BCF archives of buildingSMART, if they are next to the project. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { zipOf } from '../../../../../kernel/base/archive/zip.ts';
import type { ReadVersion } from '../../../../../kernel/documents/bcf/read/forms.ts';
import { readBcf } from '../../../../../kernel/documents/bcf/read/read-bcf.ts';
import { componentGuids } from '../../../../../kernel/documents/bcf/read/view-data.ts';
import { NO_EDITS, type TopicEdits } from '../../../../../kernel/documents/bcf/rewrite/edits.ts';
import { keptParts, wholeFiles } from '../../../../../kernel/documents/bcf/rewrite/kept-topics.ts';
import { publicFolder } from '../../../../public-files.ts';
import { faultsOf, partsOf } from '../read-bcf.ts';

const folder = publicFolder('bcf');

const Index = z.object({
  cases: z.array(
    z.object({
      id: z.string(),
      files: z.array(z.string()).min(1),
      version_in_file: z.string(),
      topics: z.number(),
      viewpoints: z.number(),
      snapshots: z.number(),
      comments: z.number(),
      components: z.number(),
      xsd_valid: z.boolean(),
    }),
  ),
});

const cases =
  folder === null
    ? []
    : Index.parse(JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'))).cases;

const EDITS: TopicEdits = {
  members: { status: 'Closed' },
  modified: { at: '2026-01-02T03:04:05.678Z', author: 'us' },
  comments: [
    {
      guid: '99999999-2222-4333-8444-555555555555',
      at: '2026-01-02T03:04:05.678Z',
      author: 'us',
      text: 'Answered',
      viewpoint: null,
    },
  ],
};

describe.skipIf(folder === null)('public archives', () => {
  const bytesOf = ({ files: [file = ''] }: (typeof cases)[number]): Buffer =>
    readFileSync(join(folder ?? '', file));

  test('there are 44', () => {
    expect(cases).toHaveLength(44);
  });

  test.each(cases)('$id is read with the stated counts', async (one) => {
    const { version, topics } = await readBcf(bytesOf(one));
    const views = topics.flatMap((topic) => topic.views);
    expect({
      version,
      topics: topics.length,
      viewpoints: views.filter(({ data }) => data !== null).length,
      snapshots: views.filter(({ snapshot }) => snapshot !== null).length,
      comments: topics.flatMap(({ data }) => data.comments).length,
      components: views.flatMap(({ data }) => (data === null ? [] : componentGuids(data))).length,
    }).toEqual({
      version: one.version_in_file,
      topics: one.topics,
      viewpoints: one.viewpoints,
      snapshots: one.snapshots,
      comments: one.comments,
      components: one.components,
    });
  });

  test.each(cases)('$id is written again without loss', async (one) => {
    const source = bytesOf(one);
    const archive = await readBcf(source);
    const kept = archive.topics.map((topic) => ({ archive, topic, edits: NO_EDITS }));
    const { parts } = keptParts(kept, archive.version);
    const after = await partsOf(zipOf([...wholeFiles(archive), ...parts]));
    const before = [...(await partsOf(source))].filter(([name]) => !name.endsWith('/'));
    for (const [name, content] of before) {
      // One archive has a folder that is not named by the GUID of its topic.
      const of = archive.topics.find(({ folder: own }) => name.startsWith(own));
      const renamed = of === undefined ? name : `${of.guid}/${name.slice(of.folder.length)}`;
      expect(after.get(renamed)?.equals(content)).toBe(true);
    }
  });

  // An original that violates its schema may do so after a change too; in another version it must not.
  test.each(cases)('$id is valid after changes and in other versions', async (one) => {
    const archive = await readBcf(bytesOf(one));
    const kept = archive.topics.map((topic) => ({ archive, topic, edits: EDITS }));
    const versions: readonly ReadVersion[] = ['2.1', '3.0'];
    const others = versions.filter((version) => version !== archive.version);
    for (const to of one.xsd_valid ? [archive.version, ...others] : others) {
      const { faults } = await faultsOf(
        zipOf(keptParts(kept, to).parts),
        to,
        join(folder ?? '', 'xsd'),
      );
      expect(faults).toEqual([]);
    }
  });
});
