/** @module remove-picture.test: only unchanged pictures of ours are deleted, whatever other processes and users do. */
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { type Measured, removePicture } from '../../../servers/files/remove-picture.ts';

const content = Buffer.from('a picture');
const name = `${createHash('sha256').update(content).digest('hex')}.png`;
const path = `pictures/${name}`;
let base: string;
/** `artifacts/` of a workspace. */
let root: string;
let at: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'plumbline-pictures-'));
  root = join(base, 'artifacts');
  at = join(root, path);
  mkdirSync(join(root, 'pictures'), { recursive: true });
  writeFileSync(at, content);
  utimesSync(at, 1000, 1000);
});
afterEach(() => rmSync(base, { recursive: true }));

function measured(): Measured {
  const { size, mtimeMs } = statSync(at);
  return { path, bytes: size, used_ms: mtimeMs };
}

test('an unchanged picture is deleted', async () => {
  expect(await removePicture(root, measured())).toBe('gone');
  expect(existsSync(at)).toBe(false);
});

test('a picture that another process deleted is gone', async () => {
  const before = measured();
  rmSync(at);
  expect(await removePicture(root, before)).toBe('gone');
});

test('a picture that another process used since it was measured stays', async () => {
  const before = measured();
  utimesSync(at, 2000, 2000);
  expect(await removePicture(root, before)).toBe('used');
  expect(existsSync(at)).toBe(true);
});

test('a file with other content stays, whatever its time', async () => {
  writeFileSync(at, 'b picture');
  utimesSync(at, 1000, 1000);
  expect(await removePicture(root, measured())).toBe('foreign');
  expect(existsSync(at)).toBe(true);
});

test('a link at its place stays, and so does its target', async () => {
  const before = measured();
  const outside = join(base, name);
  renameSync(at, outside);
  symlinkSync(outside, at);
  expect(await removePicture(root, before)).toBe('foreign');
  expect([existsSync(outside), readdirSync(join(root, 'pictures'))]).toEqual([true, [name]]);
});

test('a file outside of artifacts stays if its folder was replaced by a link', async () => {
  const before = measured();
  const outside = join(base, 'outside');
  renameSync(join(root, 'pictures'), outside);
  symlinkSync(outside, join(root, 'pictures'));
  expect(await removePicture(root, before)).toBe('foreign');
  expect(existsSync(join(outside, name))).toBe(true);
});
