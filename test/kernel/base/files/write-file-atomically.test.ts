/** @module write-file-atomically.test: readers find the old or the new file, and no temporary file remains. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { writeFileAtomically } from '../../../../kernel/base/files/write-file-atomically.ts';

describe('writeFileAtomically', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-files-'));
    path = join(folder, 'thing.json');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('replaces a file with text or bytes, readable by its owner only', async () => {
    await writeFileAtomically(path, 'old', { unique: 'a' });
    await writeFileAtomically(path, Uint8Array.of(0x6e, 0x65, 0x77), { unique: 'a' });
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['thing.json']);
    // Windows does not have these permissions.
    const mode = process.platform === 'win32' ? 0o600 : statSync(path).mode & 0o777;
    expect(mode).toBe(0o600);
  });

  test('shows concurrent readers only complete contents', async () => {
    const contents = ['a', 'b'].map((letter) => letter.repeat(1_000_000));
    await writeFileAtomically(path, contents[0] ?? '', { unique: '0' });
    const ended = new AbortController();
    const writes = (async (): Promise<void> => {
      for (let round = 1; round <= 20; round += 1) {
        await writeFileAtomically(path, contents[round % 2] ?? '', { unique: String(round) });
      }
      ended.abort();
    })();
    const found = new Set<string>();
    let reads = 0;
    for (; !ended.signal.aborted; reads += 1) {
      found.add(readFileSync(path, 'utf8'));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await writes;
    expect([...found].filter((content) => !contents.includes(content))).toEqual([]);
    expect(reads).toBeGreaterThan(5);
  });

  test('removes the temporary file and keeps the old entry if renaming fails', async () => {
    mkdirSync(path);
    await expect(writeFileAtomically(path, 'new', { unique: 'a' })).rejects.toThrow('EISDIR');
    expect(readdirSync(folder)).toEqual(['thing.json']);
  });

  test('calls `ready` with the complete temporary file before the old one is replaced', async () => {
    await writeFileAtomically(path, 'old', { unique: 'a' });
    const seen: string[] = [];
    const ready = (temporary: string): void => {
      seen.push(readFileSync(temporary, 'utf8'), readFileSync(path, 'utf8'));
      throw new Error('not now');
    };
    const written = writeFileAtomically(path, 'new', { unique: 'a', ready });
    await expect(written).rejects.toThrow('not now');
    expect(seen).toEqual(['new', 'old']);
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['thing.json']);
  });
});
