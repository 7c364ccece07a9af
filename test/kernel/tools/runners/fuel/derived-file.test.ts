/** @module derived-file.test: a derived file that was damaged on disk counts as missing. */
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

import {
  derivedPath,
  keyOf,
  readDerived,
} from '../../../../../kernel/tools/runners/fuel/derived-file.ts';
import { writeDerived } from '../../../../../kernel/tools/runners/fuel/write-derived-file.ts';

describe('derived files', () => {
  let directory: string;
  let path: string;
  const content = Uint8Array.from({ length: 1000 }, (_, index) => index % 251);

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'plumbline-derived-'));
    path = derivedPath(join(directory, 'made', 'when needed'), 'thing', keyOf(['source']));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  test('a written file is read with its digest, and no temporary file remains', async () => {
    expect(readDerived(path)).toBeUndefined();
    await writeDerived(path, content, 'a');
    expect(readDerived(path)?.bytes).toEqual(content);
    expect(readDerived(path)?.sha256).toBe(
      '4e4c294b331f7a2099a379bec34b9f9fc03dc46ab465d998f4d683da53487e6d',
    );
    expect(readdirSync(join(path, '..'))).toEqual([basename(path)]);
  });

  test('a file with any changed byte counts as missing', async () => {
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

  test.each([0, 7, 39, 40, 500, 1039])(
    'a file cut to %i bytes counts as missing',
    async (length) => {
      await writeDerived(path, content, 'a');
      truncateSync(path, length);
      expect(readDerived(path)).toBeUndefined();
    },
  );

  test('a file with appended bytes counts as missing, and writing again repairs it', async () => {
    await writeDerived(path, content, 'a');
    writeFileSync(path, 'x', { flag: 'a' });
    expect(readDerived(path)).toBeUndefined();
    await writeDerived(path, content, 'b');
    expect(readDerived(path)?.bytes).toEqual(content);
  });

  test('keys of lists differ even if their concatenations are equal', () => {
    const keys = [keyOf(['ab', 'c']), keyOf(['a', 'bc']), keyOf(['abc']), keyOf([])];
    expect(new Set(keys).size).toBe(4);
    expect(keyOf(['a'])).toBe(keyOf([Uint8Array.from([0x61])]));
  });
});
