/** @module tests of hostile BCF archives: each one ends in a refusal that states what was received and expected. */
import { describe, expect, test } from 'vitest';

import { zipOf } from '../../../../../kernel/base/archive/zip.ts';
import { inTurn } from '../../../../../kernel/documents/bcf/read/in-turn.ts';
import { BCF_LIMITS } from '../../../../../kernel/documents/bcf/read/limits.ts';
import { NoBcfFile } from '../../../../../kernel/documents/bcf/read/no-bcf-file.ts';
import { readBcf, readTopic } from '../../../../../kernel/documents/bcf/read/read-bcf.ts';
import { xmlTree } from '../../../../../kernel/documents/bcf/read/xml-tree.ts';
import {
  markup,
  smallArchive,
  TOPIC,
  withAliases,
  withDamage,
  withLink,
  withName,
  withPassword,
} from '../hostile.ts';

const ENTITIES = `<!DOCTYPE Markup [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>`;
const EXTERNAL = `<!DOCTYPE Markup [<!ENTITY x SYSTEM "file:///etc/passwd">]>`;

/** The markup of the small archive with other XML. */
function withMarkup(xml: string): Buffer {
  return zipOf([
    { name: 'bcf.version', content: '<Version VersionId="2.1"/>' },
    { name: `${TOPIC}/markup.bcf`, content: xml },
  ]);
}

describe('a hostile archive is refused', () => {
  test.each([
    [
      'text instead of an archive',
      Buffer.from('<Markup/>'),
      /received a file that is no ZIP archive, expected a BCF file/,
    ],
    ['an empty file', Buffer.alloc(0), /no ZIP archive/],
    ['half an archive', smallArchive().subarray(0, 200), /cannot be read/],
    [
      'a path out of the archive',
      withName(smallArchive({ name: 'aa/evil', content: '1' }), 'aa/evil', '../evil'),
      /cannot be read \(invalid relative path/,
    ],
    [
      'an absolute path',
      withName(smallArchive({ name: 'aa/evil', content: '1' }), 'aa/evil', '/a/evil'),
      /cannot be read \(absolute path/,
    ],
    ['a symbolic link', withLink(smallArchive(), 1), /symbolic link `8ac9822a/],
    ['a password', withPassword(smallArchive(), 0), /password/],
    [
      'a bomb',
      smallArchive({ name: 'zeros', content: Buffer.alloc(2 * BCF_LIMITS.free_bytes) }),
      /`zeros` inflates from \d+ to 2097152 bytes, expected at most 200 times/,
    ],
    [
      'many bombs that are small enough one by one',
      smallArchive(
        ...Array.from({ length: 9 }, (_unused, i) => ({
          name: `zeros${i}`,
          content: Buffer.alloc(BCF_LIMITS.free_bytes),
        })),
      ),
      /received an archive of \d+ bytes that inflates to \d+ bytes, expected at most 100 times its size/,
    ],
    [
      'entries that share their content',
      withAliases(smallArchive({ name: 'file1', content: 'x'.repeat(1000) }), 2, [
        'file2',
        'file3',
      ]),
      /`file[123]` overlaps another file, expected files one after the other/,
    ],
    [
      'two files of one name',
      smallArchive({ name: 'BCF.version', content: '<Version VersionId="2.0"/>' }),
      /two files named `BCF.version`/,
    ],
    [
      'entities',
      withMarkup(`${ENTITIES}<Markup><Topic><Title>&b;</Title></Topic></Markup>`),
      /with a DTD, expected XML without one/,
    ],
    [
      'an external entity',
      withMarkup(`${EXTERNAL}<Markup><Topic><Title>&x;</Title></Topic></Markup>`),
      /with a DTD/,
    ],
    [
      'deep XML',
      withMarkup(`<Markup>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</Markup>`),
      /a depth of 32/,
    ],
    [
      'many attributes',
      withMarkup(`<Markup ${Array.from({ length: 100 }, (_, i) => `a${i}="1"`).join(' ')}/>`),
      /64 attributes/,
    ],
    [
      'a version of the past',
      zipOf([{ name: 'bcf.version', content: '<Version VersionId="1.0"/>' }]),
      /received BCF of version `1.0`, expected 2.0, 2.1 or 3.0/,
    ],
    [
      'another archive',
      zipOf([{ name: 'word/document.xml', content: '<a/>' }]),
      /without `bcf.version` and without `markup.bcf`/,
    ],
  ])('%s', async (_, bytes, message) => {
    const reading = readBcf(bytes);
    await expect(reading).rejects.toThrow(NoBcfFile);
    await expect(reading).rejects.toThrow(message);
  });

  test('many entries', async () => {
    const parts = Array.from({ length: BCF_LIMITS.entries + 1 }, (_, i) => ({
      name: `f${i}`,
      content: '',
    }));
    await expect(readBcf(zipOf(parts))).rejects.toThrow(
      /an archive of 20001 files, expected at most 20000/,
    );
  });
  test('an undefined entity in a markup leaves the topic out with a warning', async () => {
    const { topics, warnings } = await readBcf(withMarkup(markup('<Title>&evil;</Title>')));
    expect(topics).toEqual([]);
    expect(warnings.join()).toMatch(/not well-formed XML: .*undefined entity/);
  });
});

test('all XML files of an archive share a number of bytes', () => {
  const budget = { elements: 10, bytes: 7 };
  const reading = { warn: () => undefined, budget };
  expect(xmlTree(Buffer.from('<a/>'), 'a', reading).name).toBe('a');
  expect(() => xmlTree(Buffer.from('<a/>'), 'b', reading)).toThrow(
    /received XML of more than \d+ bytes up to `b`/,
  );
});

test('one topic is read without inflating the files of others', async () => {
  const other = `${TOPIC.replace('8', '9')}/notes.txt`;
  const archive = withDamage(smallArchive({ name: other, content: 'x'.repeat(1000) }), other);
  await expect(readBcf(archive)).rejects.toThrow(NoBcfFile);
  expect((await readTopic(archive, TOPIC))?.data.title).toBe('Door');
  const moved = zipOf([{ name: 'a/markup.bcf', content: markup('<Title>Door</Title>') }]);
  expect((await readTopic(moved, TOPIC))?.data.title).toBe('Door');
  expect(await readTopic(moved, other)).toBeNull();
});

test('work with archives is done one after the other, also after a failure', async () => {
  const log: string[] = [];
  const work = (name: string) => async (): Promise<void> => {
    log.push(`${name} begins`);
    await Promise.resolve();
    log.push(`${name} ends`);
    if (name === 'a') throw new Error(name);
  };
  await Promise.allSettled([inTurn(work('a')), inTurn(work('b'))]);
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});
