/** @module engine-files.test: interpreters are stored once per user, in a folder that only this user can access. */
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createCodeJsRunner } from '../../../../../kernel/tools/runners/code/js/runner.ts';
import { readDerived } from '../../../../../kernel/tools/runners/fuel/derived-file.ts';
import { writeDerived } from '../../../../../kernel/tools/runners/fuel/write-derived-file.ts';
import { whyNotPrivate } from '../../../../../kernel/tools/runners/sandbox/private-folder.ts';
import { CORPUS_BUDGET } from '../../../../corpus/code-program.ts';
import { SHARED_CACHE } from '../../../../shared-cache.ts';
import { openIn } from '../open-in.ts';

const POSIX = process.getuid !== undefined;
const ROOT = process.getuid?.() === 0;
const NOBODY = 65_534;

let directory: string;
let folder: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'plumbline-user-cache-'));
  folder = join(directory, 'plumbline', 'engines');
});
afterEach(() => rmSync(directory, { recursive: true }));

describe('a folder of the user', () => {
  test('is created accessible only to its owner, and left empty', async () => {
    expect(await whyNotPrivate(folder)).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
    expect(POSIX ? statSync(folder).mode & 0o777 : 0o700).toBe(0o700);
    expect(await whyNotPrivate(folder)).toBeNull();
  });

  test.runIf(POSIX).each([0o750, 0o701, 0o770, 0o777])('with mode 0%o is refused', async (mode) => {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, mode);
    expect(await whyNotPrivate(folder)).toMatch(
      /other users have access to it \(mode 7\d\d, expected 700\)/,
    );
  });

  test.runIf(ROOT)('that belongs to another user is refused', async () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chownSync(folder, NOBODY, NOBODY);
    expect(await whyNotPrivate(folder)).toMatch(/belongs to user 65534/);
  });

  test('is refused if it is a link, is a file or cannot be created', async () => {
    mkdirSync(join(directory, 'elsewhere'), { mode: 0o700 });
    symlinkSync(join(directory, 'elsewhere'), join(directory, 'link'), 'junction');
    expect(await whyNotPrivate(join(directory, 'link'))).toBe('it is not a folder');
    writeFileSync(join(directory, 'file'), '');
    expect(await whyNotPrivate(join(directory, 'file'))).not.toBeNull();
    expect(await whyNotPrivate(join(directory, 'file', 'below'))).not.toBeNull();
  });
});

describe.runIf(POSIX)('a derived file in a folder of the user', () => {
  const content = Uint8Array.from([1, 2, 3]);
  let path: string;
  beforeEach(async () => {
    path = join(folder, 'thing.bin');
    await writeDerived(path, content, 'a');
  });

  test('is accessible only to its owner, and can be read', () => {
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readDerived(path, true)?.bytes).toEqual(content);
  });

  test.each([0o620, 0o602])('with mode 0%o counts as missing', (mode) => {
    chmodSync(path, mode);
    expect(readDerived(path, true)).toBeUndefined();
    expect(readDerived(path)?.bytes).toEqual(content);
  });

  test.runIf(ROOT)('that belongs to another user counts as missing', () => {
    chownSync(path, NOBODY, NOBODY);
    expect(readDerived(path, true)).toBeUndefined();
  });

  test('that is a link counts as missing', () => {
    renameSync(path, `${path}.real`);
    symlinkSync(`${path}.real`, path);
    expect(readDerived(path, true)).toBeUndefined();
    expect(readDerived(path)?.bytes).toEqual(content);
  });
});

describe('a code runner', () => {
  const bins = (where: string): number =>
    existsSync(where) ? readdirSync(where).filter((name) => name.endsWith('.bin')).length : 0;
  const sum = async (lines: string[], size = 1): Promise<unknown> => {
    await using runner = createCodeJsRunner({
      cacheDir: join(directory, 'workspace'),
      userCacheDir: folder,
      log: (line) => lines.push(line),
      now: () => 0,
      size,
    });
    await runner.warm();
    return await runner.run({ code: '1 + 1' }, CORPUS_BUDGET, new AbortController().signal);
  };
  const two = { ok: true, output: { result: 2 } };

  test('stores the interpreter in the user folder, prepares it at most once per runner, and again after tampering', async () => {
    const lines: string[] = [];
    // Two runners at the same time, one of them with two processes
    expect(await Promise.all([sum(lines, 2), sum(lines)])).toMatchObject([two, two]);
    expect([bins(folder), bins(join(directory, 'workspace'))]).toEqual([1, 0]);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('preparing')).length).toBeLessThanOrEqual(2);
    const [name = ''] = readdirSync(folder);
    writeFileSync(join(folder, name), 'of somebody else');
    const again: string[] = [];
    expect(await sum(again)).toMatchObject(two);
    expect(again).toEqual([expect.stringMatching(/^preparing/), 'JavaScript is ready']);
  });

  test('passes files below the root to a program by path, and no other files', async () => {
    const root = join(directory, 'artifacts');
    mkdirSync(root);
    writeFileSync(join(root, 'b.bin'), Uint8Array.from([255, 0, 7]));
    writeFileSync(join(root, 'large.bin'), new Uint8Array(3_000_000));
    await using runner = createCodeJsRunner({
      cacheDir: SHARED_CACHE,
      now: () => 0,
      size: 1,
    });
    const runWithFile = async (artifact: string, mem_mb = 64): Promise<unknown> =>
      await runner.run(
        { code: 'files.readBytes("in")', files: { in: { artifact } } },
        { ...CORPUS_BUDGET, mem_mb },
        new AbortController().signal,
        { open: openIn(root) },
      );
    expect(await runWithFile('b.bin')).toMatchObject({ ok: true, output: { result: [255, 0, 7] } });
    expect(await runWithFile('../plumbline')).toMatchObject({ code: 'TOOL_UNSAFE' });
    expect(await runWithFile('none')).toMatchObject({ code: 'TOOL_FAIL' });
    expect(await runWithFile('large.bin', 2)).toMatchObject({ code: 'BOUND_MEM', use: { gas: 0 } });
  });

  test('stores the interpreter in the workspace if the user folder cannot be used', async () => {
    writeFileSync(join(directory, 'plumbline'), 'in the way');
    const lines: string[] = [];
    expect(await sum(lines)).toMatchObject(two);
    expect(bins(join(directory, 'workspace'))).toBe(1);
    expect(lines[0]).toContain('cannot store the interpreter, so the workspace folder is used');
  });
});
