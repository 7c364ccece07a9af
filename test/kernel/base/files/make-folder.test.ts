/** @module make-folder.test: folders are created with their parents, or the system error is thrown. */
import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { makeFolder } from '../../../../kernel/base/files/make-folder.ts';

const dir = mkdtempSync(join(tmpdir(), 'plumbline-folder-'));
afterAll(() => rmSync(dir, { recursive: true }));

test('makeFolder creates missing folders with the given mode and does not change existing ones', () => {
  const deep = join(dir, 'a', 'b', 'c');
  makeFolder(deep, 0o700);
  makeFolder(deep, 0o755);
  makeFolder('/');
  expect(statSync(deep).mode & 0o777).toBe(0o700);
  expect(statSync(join(dir, 'a')).mode & 0o777).toBe(0o700);
});

test('makeFolder throws the system error if a file or a dangling link is in the way', () => {
  writeFileSync(join(dir, 'file'), '');
  symlinkSync(join(dir, 'nothing'), join(dir, 'link'));
  expect(() => makeFolder(join(dir, 'file'))).toThrow('EEXIST');
  expect(() => makeFolder(join(dir, 'file', 'x', 'y'))).toThrow('ENOTDIR');
  expect(() => makeFolder(join(dir, 'link', 'x'))).toThrow('EEXIST');
});

test.skipIf(!existsSync('/proc/self'))(
  'makeFolder throws immediately on a file system that allows no folders',
  () => {
    expect(() => makeFolder('/proc/plumbline/x')).toThrow(
      expect.objectContaining({ code: 'ENOENT', path: '/proc/plumbline' }),
    );
  },
);
