/** @module host-file.test: a host's file is changed only as it was read, and keeps its mode and its symbolic link. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  chmodSync,
} from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  deleteHostFile,
  readHostFile,
  replaceHostFile,
} from '../../clients/plumbline/hosts/host-file.ts';
import { scratch } from './run-cli.ts';
import { command, failed, testTerminal } from './test-terminal.ts';

const place = scratch();
const home = join(place.dir, 'home');
const env = { HOME: home, APPDATA: join(home, 'AppData') };
const terminal = testTerminal(place.dir, { env });
const folder = join(place.dir, 'files');
const path = join(folder, 'settings.json');
const real = join(folder, 'real.json');

beforeAll(() => command(terminal, 'init'));
afterAll(place.remove);
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
});

describe('a file that another program changed after it was read', () => {
  test.each([
    ['is not replaced', (file: ReturnType<typeof readHostFile>) => replaceHostFile(file, 'ours')],
    ['is not deleted', async (file: ReturnType<typeof readHostFile>) => deleteHostFile(file)],
  ])('%s', async (_, change) => {
    for (const before of [null, 'old']) {
      rmSync(path, { force: true });
      if (before !== null) writeFileSync(path, before);
      const file = readHostFile(path);
      writeFileSync(path, 'theirs');
      await expect(change(file)).rejects.toThrow('was changed by another program');
      expect(readFileSync(path, 'utf8')).toBe('theirs');
      expect(readdirSync(folder)).toEqual(['settings.json']);
    }
  });

  test('is not created again after it was deleted', async () => {
    writeFileSync(path, 'old');
    const file = readHostFile(path);
    rmSync(path);
    await expect(replaceHostFile(file, 'ours')).rejects.toThrow('was changed by another program');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is not replaced if its link now leads to another file', async () => {
    for (const name of ['real.json', 'other.json']) writeFileSync(join(folder, name), 'old');
    symlinkSync('real.json', path);
    const file = readHostFile(path);
    rmSync(path);
    symlinkSync('other.json', path);
    await expect(replaceHostFile(file, 'ours')).rejects.toThrow('was changed by another program');
    expect(readFileSync(real, 'utf8')).toBe('old');
  });

  test('stays as it is when a host saves it during `config --write`', async () => {
    const file = join(place.dir, 'opencode.json');
    const theirs = '{\n  "theme": "theirs"\n}\n';
    writeFileSync(file, '{}');
    // A line of the command is printed between reading and writing.
    const busy = {
      ...testTerminal(place.dir, { env }),
      err: () => writeFileSync(file, theirs),
    };
    const failure = await failed(busy, 'config', '--for', 'opencode', '--write');
    expect(failure.message).toContain(`${file} was changed by another program`);
    expect(failure.next).toBe('run the command again');
    expect(readFileSync(file, 'utf8')).toBe(theirs);
    rmSync(file);
  });
});

// Windows has neither these permissions nor links without a privilege.
describe.skipIf(process.platform === 'win32')('a replaced file', () => {
  test.each([0o600, 0o644, 0o664, 0o666])('keeps the mode %o, whatever the umask', async (mode) => {
    writeFileSync(path, 'old');
    chmodSync(path, mode);
    await replaceHostFile(readHostFile(path), 'ours');
    expect(readFileSync(path, 'utf8')).toBe('ours');
    expect(statSync(path).mode & 0o777).toBe(mode);
  });

  test.each([
    ['a file', true],
    ['nothing yet', false],
  ])('stays a link to %s', async (_, exists) => {
    const inner = join(folder, 'inner');
    mkdirSync(inner);
    if (exists) writeFileSync(real, 'old');
    // A chain, with a relative link in another folder.
    symlinkSync('../real.json', join(inner, 'link.json'));
    symlinkSync(join('inner', 'link.json'), path);
    const file = readHostFile(path);
    expect(file).toMatchObject({ isLink: true, text: exists ? 'old' : null });
    await replaceHostFile(file, 'ours');
    expect(readlinkSync(path)).toBe(join('inner', 'link.json'));
    expect(lstatSync(join(inner, 'link.json')).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, 'utf8')).toBe('ours');
  });

  test('is refused if its links form a loop', () => {
    symlinkSync('settings.json', path);
    expect(() => readHostFile(path)).toThrow('ELOOP');
  });

  test('is not deleted if it is a link: the link would lead nowhere', async () => {
    const file = join(place.dir, '.cursor', 'mcp.json');
    mkdirSync(join(place.dir, '.cursor'));
    writeFileSync(real, '{}');
    symlinkSync(real, file);
    const words = ['config', '--for', 'cursor', '--servers', 'spatial'];
    await command(terminal, ...words, '--write');
    expect(readFileSync(real, 'utf8')).toContain('plumbline-spatial');
    await command(terminal, ...words, '--remove');
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(real, 'utf8')).toBe('{}\n');
  });
});
