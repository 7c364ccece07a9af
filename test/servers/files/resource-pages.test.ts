/** @module resource-pages.test: the pages of the resource list have every file once, exports first, and reveal no other. */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { connectionOf } from '../../../governance/access/principal.ts';
import { connect, testWorkspace } from '../../e2e/connect.ts';
import { openFileWorld, type FileWorld, type Reader } from './file-world.ts';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

function write(artifacts: string, path: string): void {
  const at = join(artifacts, path);
  mkdirSync(dirname(at), { recursive: true });
  writeFileSync(at, path);
}

const numbers = Array.from({ length: 250 }, (_, nth) => nth);
const EXPORTS = [...numbers.map((nth) => `plans/${nth}.svg`), 'plans/sub/a.svg', 'zzz.csv'];
const OUTPUTS = numbers.map((nth) => `mpt/${digest(`run ${nth}`)}.json`);
const PICTURES = numbers.map((nth) => `pictures/${digest(`picture ${nth}`)}.png`);

describe('the list of files', () => {
  let made: FileWorld;
  beforeAll(async () => {
    made = await openFileWorld();
    for (const path of [...EXPORTS, ...OUTPUTS, ...PICTURES]) write(made.artifacts, path);
  });
  afterAll(async () => {
    await made.close();
  });

  type Pages = { readonly names: readonly (readonly string[])[]; readonly cursors: string[] };

  async function pages(reader: Reader): Promise<Pages> {
    const names: string[][] = [];
    const cursors: string[] = [];
    for (let cursor: string | null = null; ;) {
      const page: Awaited<ReturnType<FileWorld['resources']['list']>> = await made.resources.list(
        connectionOf(made.principal(reader)),
        cursor,
      );
      names.push(page.listed.map(({ name }) => name));
      if (page.next === null) return { names, cursors };
      cursor = page.next;
      cursors.push(cursor);
    }
  }

  test('has each file on one page: exports first, then files of runs, pictures last', async () => {
    const { names } = await pages('whole');
    const all = names.flat();
    const kinds = all.map((name) => name.replace(/^(mpt|pictures)\/.*$/u, '$1'));
    const first = kinds.indexOf('mpt');
    const last = kinds.indexOf('pictures');
    expect(all).toHaveLength(new Set(all).size);
    expect(all.slice(0, first).toSorted()).toEqual(EXPORTS.toSorted());
    expect(all.slice(first, last).toSorted()).toEqual(OUTPUTS.toSorted());
    expect(all.slice(last).toSorted()).toEqual(PICTURES.toSorted());
    // 752 files, at most 200 on a page
    expect(names.map(({ length }) => length)).toEqual([200, 200, 200, 152]);
  });

  test('ends with a full page if no file follows', async () => {
    const removed = [...OUTPUTS.slice(0, 76), ...PICTURES.slice(0, 76)];
    for (const path of removed) rmSync(join(made.artifacts, path));
    const { names } = await pages('whole');
    for (const path of removed) write(made.artifacts, path);
    expect(names.map(({ length }) => length)).toEqual([200, 200, 200]);
  });

  test('goes on after a file that was deleted between two pages', async () => {
    const from = connectionOf(made.principal('whole'));
    const one = await made.resources.list(from);
    const last = one.listed.at(-1)?.name ?? '';
    rmSync(join(made.artifacts, last));
    const two = await made.resources.list(from, one.next);
    write(made.artifacts, last);
    const again = await made.resources.list(from, one.next);
    expect(two.listed).toEqual(again.listed);
  });

  test('does not depend on the hidden files of others, nor does its cursor', async () => {
    const { sight } = made.world.files.readerOf(made.principal('level'));
    const own = numbers.map((nth) => `mpt/${sight}/${digest(`own ${nth}`)}.json`);
    for (const path of own) write(made.artifacts, path);
    const before = await pages('level');
    expect(before.names.flat().toSorted()).toEqual(own.toSorted());
    expect(before.names.map(({ length }) => length)).toEqual([200, 50]);
    const other = `mpt/${'f'.repeat(32)}`;
    for (const nth of numbers) write(made.artifacts, `${other}/${digest(`other ${nth}`)}.json`);
    expect(await pages('level')).toEqual(before);
    const [cursor = ''] = before.cursors;
    const text = Buffer.from(cursor, 'base64url').toString('utf8');
    expect(JSON.parse(text)).toEqual([expect.any(Number), before.names[0]?.at(-1)]);
  });

  test('looks at 2000 files and folders for a page, and hides where it stopped', async () => {
    // 3500 files that the reader may not read, in 50 folders, and folders without files
    const hidden = Array.from({ length: 3500 }, (_, nth) => `aaa/${nth % 50}/secret${nth}.csv`);
    for (const path of hidden) write(made.artifacts, path);
    for (const nth of numbers) {
      mkdirSync(join(made.artifacts, `aaa/empty/${nth}`), { recursive: true });
    }
    const { sight } = made.world.files.readerOf(made.principal('branch'));
    const own = `pictures/${sight}/${digest('own')}.png`;
    write(made.artifacts, own);
    const { names, cursors } = await pages('branch');
    rmSync(join(made.artifacts, 'aaa'), { recursive: true });
    expect(names.flat()).toEqual([own]);
    // Hidden files, `aaa`, 51 folders in it, 250 empty ones; and 750 other files
    expect(names.length).toBeGreaterThanOrEqual(Math.ceil((3500 + 1 + 51 + 250 + 750) / 2000));
    expect(names.length).toBeLessThanOrEqual(5);
    expect(names[0]).toEqual([]);
    for (const cursor of cursors) {
      expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain('secret');
    }
    // Equal lengths, although the paths have different ones
    expect(new Set(cursors.map(({ length }) => length)).size).toBe(1);
    const [cursor = ''] = cursors;
    const middle = cursor.length / 2;
    const changed = `${cursor.slice(0, middle)}${cursor.at(middle) === 'A' ? 'B' : 'A'}${cursor.slice(middle + 1)}`;
    const refused = { body: { name: 'INVALID_ARGUMENT' } };
    const listed = async (reader: Reader, at: string): Promise<unknown> =>
      await made.resources.list(connectionOf(made.principal(reader)), at);
    await expect(listed('branch', changed)).rejects.toMatchObject(refused);
    await expect(listed('whole', cursor)).rejects.toMatchObject(refused);
  });

  const encoded = (value: unknown): string =>
    Buffer.from(JSON.stringify(value)).toString('base64url');
  test.each([
    ['a text', 'page 2'],
    ['a sealed text', 'sealed.AAAA'],
    ['an unknown folder', encoded([3, 'plans/1.svg'])],
    ['a path outside of its folder', encoded([1, 'plans/1.svg'])],
    ['a path outside of artifacts', encoded([0, '../.plumbline/mpt.json'])],
  ])('refuses %s as a cursor', async (_, cursor) => {
    const from = connectionOf(made.principal('whole'));
    await expect(made.resources.list(from, cursor)).rejects.toMatchObject({
      body: { name: 'INVALID_ARGUMENT', message: `\`${cursor}\` is not a cursor of this list` },
    });
  });
});

test('a client gets the pages over stdio, and a protocol error for a malformed cursor', async () => {
  const workspace = testWorkspace();
  for (const path of [...EXPORTS, ...PICTURES]) {
    write(join(workspace.dir, 'artifacts'), path);
  }
  const { client, close } = await connect(workspace.dir, 'documentation');
  try {
    const uris: string[] = [];
    let cursor: string | undefined;
    let count = 0;
    do {
      const page = await client.listResources(cursor === undefined ? {} : { cursor });
      uris.push(...page.resources.map(({ uri }) => uri));
      cursor = page.nextCursor;
      count += 1;
    } while (cursor !== undefined);
    const files = uris.filter((uri) => uri.startsWith('plumbline://artifacts/'));
    expect(files).toHaveLength(502);
    expect(count).toBe(3);
    expect(uris).toHaveLength(new Set(uris).size);
    expect(uris).toContain('plumbline://model/main/summary');
    await expect(client.listResources({ cursor: 'page 2' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('`page 2` is not a cursor of this list'),
    });
  } finally {
    await close();
    workspace.remove();
  }
});
