/** @module derived-file: a derived file that was damaged on disk counts as missing. */
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { derivedPath, keyOf, readDerived } from '../../../../kernel/runners/fuel/derived-file.ts';
import { writeDerived } from '../../../../kernel/runners/fuel/write-derived-file.ts';

describe('derived files', () => {
  let directory: string;
  let path: string;
  const content = Uint8Array.from({ length: 1000 }, (_, index) => index % 251);

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'plumbline-derived-'));
    path = derivedPath(join(directory, 'made', 'when needed'), 'thing', keyOf(['source']));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  test('what is written is read back, with its digest, and nothing else is left', async () => {
    expect(readDerived(path)).toBeUndefined();
    await writeDerived(path, content, 'a');
    expect(readDerived(path)?.bytes).toEqual(content);
    expect(readDerived(path)?.sha256).toBe(
      '4e4c294b331f7a2099a379bec34b9f9fc03dc46ab465d998f4d683da53487e6d',
    );
    expect(readdirSync(join(path, '..'))).toEqual([basename(path)]);
  });

  test('every changed byte of a small file is noticed', async () => {
    const small = content.subarray(0, 20);
    await writeDerived(path, small, 'a');
    const whole = readFileSync(path);
    for (let at = 0; at < whole.length; at += 1) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      writeFileSync(path, changed);
      expect([at, readDerived(path)]).toEqual([at, undefined]);
    }
  });

  test.each([0, 7, 39, 40, 500, 1039])('a file cut to %i bytes is noticed', async (length) => {
    await writeDerived(path, content, 'a');
    truncateSync(path, length);
    expect(readDerived(path)).toBeUndefined();
  });

  test('a file with more at its end is noticed, and writing again repairs it', async () => {
    await writeDerived(path, content, 'a');
    writeFileSync(path, 'x', { flag: 'a' });
    expect(readDerived(path)).toBeUndefined();
    await writeDerived(path, content, 'b');
    expect(readDerived(path)?.bytes).toEqual(content);
  });

  test('keys tell lists apart that join to the same text', () => {
    const keys = [keyOf(['ab', 'c']), keyOf(['a', 'bc']), keyOf(['abc']), keyOf([])];
    expect(new Set(keys).size).toBe(4);
    expect(keyOf(['a'])).toBe(keyOf([Uint8Array.from([0x61])]));
  });
});
