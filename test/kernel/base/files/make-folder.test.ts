/** @module make-folder.test: folders are made with those above them, or the system's reason comes back. */
import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { makeFolder } from '../../../kernel/files/make-folder.ts';

const dir = mkdtempSync(join(tmpdir(), 'plumbline-folder-'));
afterAll(() => rmSync(dir, { recursive: true }));

test('makes what is missing, with its mode, and leaves what is there', () => {
  const deep = join(dir, 'a', 'b', 'c');
  makeFolder(deep, 0o700);
  makeFolder(deep, 0o755);
  makeFolder('/');
  expect(statSync(deep).mode & 0o777).toBe(0o700);
  expect(statSync(join(dir, 'a')).mode & 0o777).toBe(0o700);
});

test('a file or a dead link in the way is the reason', () => {
  writeFileSync(join(dir, 'file'), '');
  symlinkSync(join(dir, 'nothing'), join(dir, 'link'));
  expect(() => makeFolder(join(dir, 'file'))).toThrow('EEXIST');
  expect(() => makeFolder(join(dir, 'file', 'x', 'y'))).toThrow('ENOTDIR');
  expect(() => makeFolder(join(dir, 'link', 'x'))).toThrow('EEXIST');
});

test.skipIf(!existsSync('/proc/self'))(
  'a file system that takes no folders is the reason, at once',
  () => {
    expect(() => makeFolder('/proc/plumbline/x')).toThrow(
      expect.objectContaining({ code: 'ENOENT', path: '/proc/plumbline' }),
    );
  },
);
