/** @module tests of ZIP archives: an independent reader finds all parts, and equal parts give equal bytes. */
import { buffer } from 'node:stream/consumers';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';

import type { ZipPart } from '../../../../kernel/base/archive/zip.ts';
import { zipOf } from '../../../../kernel/base/archive/zip.ts';

async function partsIn(archive: Buffer): Promise<readonly ZipPart[]> {
  const zip = await fromBufferPromise(archive, { strictFileNames: true });
  const parts: ZipPart[] = [];
  for await (const entry of zip.eachEntry()) {
    // The first day of the format, so that archives do not depend on their creation time.
    expect(entry.getLastModDate({ timezone: 'UTC' }).toISOString()).toBe(
      '1980-01-01T00:00:00.000Z',
    );
    const content = await buffer(await zip.openReadStreamPromise(entry));
    parts.push({ name: entry.fileName, content: content.toString('utf8') });
  }
  return parts;
}

test('an independent reader finds every part, deflated or stored, with a valid checksum', async () => {
  const parts = [
    { name: 'empty', content: '' },
    { name: 'folder/Tür 🚪.xml', content: 'ä'.repeat(10_000) },
    { name: 'short', content: 'x' },
  ];
  const archive = zipOf(parts);
  expect(archive.length).toBeLessThan(1000);
  expect(await partsIn(archive)).toEqual(parts);
  expect(zipOf(parts).equals(archive)).toBe(true);
});

test('the end of an archive has the number of its parts on this disk and in all', () => {
  const end = zipOf(['a', 'b', 'c'].map((name) => ({ name, content: name }))).subarray(-22);
  expect([4, 6, 8, 10].map((at) => end.readUInt16LE(at))).toEqual([0, 0, 3, 3]);
});

test('law: an independent reader finds all parts of any archive', async () => {
  const part = fc.record({
    name: fc.stringMatching(/^[a-z0-9äß]{1,20}$/),
    content: fc.string({ unit: 'grapheme', maxLength: 500 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(part, { selector: ({ name }) => name }), async (parts) => {
      expect(await partsIn(zipOf(parts))).toEqual(parts);
    }),
    { numRuns: 50 },
  );
});

test('zipOf refuses two parts with the same name', () => {
  const part = { name: 'a', content: '' };
  expect(() => zipOf([part, part])).toThrow(new RangeError('got two parts of one name'));
});
