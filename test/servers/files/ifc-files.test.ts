/** @module tests of the files that check_ifc reads: below artifacts/, and nowhere else. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, expect, test } from 'vitest';

import { type Progress, watched } from '../../../kernel/base/work/checkpoint.ts';
import { ifcFilesIn } from '../../../servers/files/ifc-files.ts';
import { WorkspaceFiles } from '../../../servers/files/workspace-files.ts';
import { fullReader, openFiles } from '../files/full-readers.ts';

const top = mkdtempSync(join(tmpdir(), 'plumbline-ifc-'));
const folder = join(top, 'artifacts');
mkdirSync(join(folder, '.staged'), { recursive: true });
mkdirSync(join(folder, 'out'));
writeFileSync(join(top, 'secret.ifc'), 'secret');
writeFileSync(join(folder, '.staged', 'a.ifc'), 'hidden');
writeFileSync(join(folder, 'out', 'Haus ä.ifc'), 'house');
symlinkSync(join(top, 'secret.ifc'), join(folder, 'link.ifc'));
symlinkSync(top, join(folder, 'up'));
afterAll(() => rmSync(top, { recursive: true }));

const files = ifcFilesIn(openFiles(folder));
const context = {
  principal: {
    kind: 'human' as const,
    name: 'owner',
    user_id: 'u1',
    agent_id: null,
    session_id: 's1',
  },
  refuse: (code: string, message: string): never => {
    throw new Error(`${code}: ${message}`);
  },
};

test.each([
  { path: 'out/Haus ä.ifc' },
  { artifact: 'plumbline://artifacts/out/Haus%20%C3%A4.ifc' },
  { artifact: pathToFileURL(join(folder, 'out', 'Haus ä.ifc')).href },
  { artifact: 'out/Haus ä.ifc' },
  { path: 'artifacts/out/Haus ä.ifc' },
  { artifact: 'artifacts/out/Haus ä.ifc' },
  { path: join(folder, 'out', 'Haus ä.ifc') },
  { path: './out/Haus ä.ifc' },
])('reads %o', async (given) => {
  const path = await files.pathOf(given, context);
  expect(path).toBe('out/Haus ä.ifc');
  expect((await files.read(path, context)).toString()).toBe('house');
});

test.each([
  ['artifacts/../../secret.ifc', 'has a hidden or empty part'],
  ['../secret.ifc', 'has a hidden or empty part'],
  ['out/../../secret.ifc', 'has a hidden or empty part'],
  [join(top, 'secret.ifc'), 'is outside of artifacts/; expected a path below it'],
  ['link.ifc', 'it leads out of the data folder'],
  ['up/secret.ifc', 'it leads out of the data folder'],
  ['.staged/a.ifc', 'has a hidden or empty part'],
  ['out', 'it is not a regular file'],
  ['none.ifc', 'there is no file'],
  ['a\0.ifc', 'give a path relative to the data folder'],
])('does not read `%s`', async (path, because) => {
  await expect(files.read(path, context)).rejects.toThrow(because);
});

test('a missing file is refused with the way to bring it, and with similar files', async () => {
  const answered = async (path: string): Promise<string> =>
    await files.read(path, context).then(
      () => 'read',
      (error: unknown) => String(error),
    );
  expect(await answered('Haus ä.ifc')).toContain(
    'that you may read; copy the file to artifacts/, or use a file that is there: `out/Haus ä.ifc`',
  );
  expect(await answered('Hauss.ifc')).toContain('`out/Haus ä.ifc`');
  // No hidden file, no link, and none of another ending.
  const other = await answered('x/prices.csv');
  expect(other).toMatch(/; copy the file to artifacts\/$/u);
  expect(await answered('.staged/b.ifc')).not.toContain('a.ifc`');
});

test('a principal that does not read every file gets no names of files', async () => {
  const own = new WorkspaceFiles({
    folder,
    events: { eventsOfAggregate: () => [] },
    readerOf: (principal) => ({ ...fullReader(principal), readsAll: false, mayRead: () => false }),
    isSealed: async () => await Promise.resolve(false),
  });
  await expect(ifcFilesIn(own).read('Haus ä.ifc', context)).rejects.toThrow(/that you may read$/u);
});

test('a sealed file is not named', async () => {
  const sealed = new WorkspaceFiles({
    folder,
    events: { eventsOfAggregate: () => [] },
    readerOf: fullReader,
    isSealed: async (path) => await Promise.resolve(path.startsWith('out/')),
  });
  await expect(ifcFilesIn(sealed).read('Haus ä.ifc', context)).rejects.toThrow(
    /copy the file to artifacts\/$/u,
  );
});

test.each([
  {},
  { path: 'a', artifact: 'plumbline://artifacts/a' },
  { artifact: pathToFileURL(join(top, 'secret.ifc')).href },
  { artifact: 'file://elsewhere/a.ifc' },
  { artifact: 'plumbline://artifacts/%ff' },
  { artifact: 'https://example.org/a.ifc' },
])('takes no other address than one of artifacts: %o', async (given) => {
  await expect(files.pathOf(given, context)).rejects.toThrow('INVALID_ARGUMENT');
});

test.each([
  [65_536, false],
  [65_537, true],
])('a file of %i bytes: announces long work before reading: %j', async (size, isLong) => {
  writeFileSync(join(folder, 'some.ifc'), 'x'.repeat(size));
  const announced: boolean[] = [];
  const watch = (progress: Progress): void => {
    announced.push(progress.isLong === true);
  };
  const bytes = await watched(watch, async () => await files.read('some.ifc', context));
  expect(bytes.length).toBe(size);
  expect(announced).toEqual(isLong ? [true] : []);
});

test('refuses a file above its limit as a limit of the tool', async () => {
  writeFileSync(join(folder, 'big.ifc'), '');
  truncateSync(join(folder, 'big.ifc'), 268_435_457);
  await expect(files.read('big.ifc', context)).rejects.toThrow(
    'INVALID_ARGUMENT: `big.ifc` has 268435457 bytes; this tool reads files of at most 268435456 bytes',
  );
});
