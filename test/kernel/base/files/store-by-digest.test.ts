/** @module store-by-digest.test: files named by digest, with and without hard links, never replace other files. */
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { storeByDigest, type DigestFile } from '../../../../kernel/base/files/store-by-digest.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const content = Buffer.from('a picture');
const now = new Date(1_000_000);

const refusing =
  (code: string): NonNullable<DigestFile['makeLink']> =>
  async (from, to) => {
    const error = new Error(`${code}: link '${from}' -> '${to}'`);
    await Promise.reject(Object.assign(error, { code, syscall: 'link', errno: -1 }));
  };

/** Ways to create the file: by the file system's own links, and where it has none. */
const WAYS = [
  ['hard links', link],
  ...['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK', 'EISDIR'].map(
    (code) => [`links refused with ${code}`, refusing(code)] as const,
  ),
] as const;

test.each(WAYS)('%s: a file is stored once, and equal content is the same file', async (_, way) => {
  const store = async (): Promise<string | null> =>
    await storeByDigest(folder, 'mpt/a.png', { content, now, makeLink: way });
  expect(await store()).toBeNull();
  const { ino } = statSync(join(folder, 'mpt/a.png'));
  expect(await store()).toBeNull();
  expect(statSync(join(folder, 'mpt/a.png'))).toMatchObject({ ino, mtimeMs: 1_000_000 });
  expect(readFileSync(join(folder, 'mpt/a.png'))).toEqual(content);
  expect(readdirSync(join(folder, 'mpt'))).toEqual(['a.png']);
});

test.each(WAYS)('%s: an existing file with other content stays, and is named', async (_, way) => {
  writeFileSync(join(folder, 'a.png'), 'not ours');
  const fault = await storeByDigest(folder, 'a.png', { content, now, makeLink: way });
  expect(fault).toBe(`\`${join(folder, 'a.png')}\` exists with other content`);
  expect(readFileSync(join(folder, 'a.png'), 'utf8')).toBe('not ours');
  expect(readdirSync(folder)).toEqual(['a.png']);
});

test.each(WAYS)('%s: concurrent stores of equal content all succeed', async (_, way) => {
  const large = Buffer.alloc(2_000_000, 7);
  const stored = await Promise.all(
    Array.from({ length: 8 }, async () =>
      storeByDigest(folder, 'a.png', { content: large, now, makeLink: way }),
    ),
  );
  expect(stored).toEqual(Array.from({ length: 8 }, () => null));
  expect(readdirSync(folder)).toEqual(['a.png']);
});

test.each([
  ['the file', async (at: string) => rm(at)],
  ['its folder', async (at: string) => rm(dirname(at), { recursive: true })],
])('%s that another process deletes meanwhile is created again', async (_, remove) => {
  let calls = 0;
  const makeLink: typeof link = async (from, to) => {
    await link(from, to);
    calls += 1;
    if (calls <= 2) await remove(String(to));
  };
  expect(await storeByDigest(folder, 'pictures/a.png', { content, now, makeLink })).toBeNull();
  expect(readFileSync(join(folder, 'pictures/a.png'))).toEqual(content);
  expect(calls).toBe(3);
});

test('a file that is deleted again and again is a fault', async () => {
  const makeLink: typeof link = async (from, to) => {
    await link(from, to);
    await rm(to);
  };
  expect(await storeByDigest(folder, 'a.png', { content, now, makeLink })).toContain('ENOENT');
});

test('a file that another process has claimed and completes later is waited for', async () => {
  writeFileSync(join(folder, 'a.png'), '');
  writeFileSync(join(folder, 'complete'), content);
  const stored = storeByDigest(folder, 'a.png', { content, now });
  await new Promise((resolve) => setTimeout(resolve, 60));
  rmSync(join(folder, 'a.png'));
  linkSync(join(folder, 'complete'), join(folder, 'a.png'));
  expect(await stored).toBeNull();
});

test.each(WAYS)('%s: an empty file that an ended process left is replaced', async (_, way) => {
  // A process that has no hard links creates an empty file, then renames: it may end in between
  writeFileSync(join(folder, 'a.png'), '');
  expect(await storeByDigest(folder, 'a.png', { content, now, makeLink: way })).toBeNull();
  expect(readFileSync(join(folder, 'a.png'))).toEqual(content);
  expect(statSync(join(folder, 'a.png')).mtimeMs).toBe(1_000_000);
  expect(readdirSync(folder)).toEqual(['a.png']);
});

test('an empty file is stored as such, without a wait', async () => {
  writeFileSync(join(folder, 'a.txt'), '');
  const start = performance.now();
  const { ino } = statSync(join(folder, 'a.txt'));
  const empty = Buffer.alloc(0);
  expect(await storeByDigest(folder, 'a.txt', { content: empty, now })).toBeNull();
  expect(statSync(join(folder, 'a.txt')).ino).toBe(ino);
  // An empty file of other content is waited for 475 ms
  expect(performance.now() - start).toBeLessThan(400);
});

test('a symbolic link on the way is a fault, and its target stays as it is', async () => {
  mkdirSync(join(folder, 'other'));
  symlinkSync(join(folder, 'other'), join(folder, 'mpt'));
  const fault = await storeByDigest(folder, 'mpt/a.png', { content, now });
  expect(fault).toBe(`\`${join(folder, 'mpt')}\` is a link, or not a folder`);
  expect(readdirSync(join(folder, 'other'))).toEqual([]);
});

test('a file system error without a description of ours is a fault, not an exception', async () => {
  // A NUL in a name is refused before any system call, and is a fault of the program
  await expect(storeByDigest(folder, 'a\0.png', { content, now })).rejects.toThrow('null bytes');
  const name = `${'x'.repeat(300)}.png`;
  expect(await storeByDigest(folder, name, { content, now })).toContain('ENAMETOOLONG');
});
