/** @module the demo does the whole main job with no question asked, and only ever empties its own folder. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { runCli, scratch } from './run-cli.ts';

test('twice in the same folder, each time from nothing [DEMO-1]', async () => {
  const { dir, remove } = scratch();
  const noPassphrase = { env: { PLUMBLINE_PASSPHRASE: undefined } };
  for (const _ of [1, 2]) {
    const ran = await runCli(dir, ['demo', '--out', 'out'], noPassphrase);
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(ran.out).toContain('steps did what they promise');
  }
  expect(existsSync(join(dir, 'out', 'deletion.svg'))).toBe(true);
  expect(await runCli(dir, ['audit', 'verify', '--workspace', 'out'])).toMatchObject({ code: 0 });
  remove();
});

test('a folder that is not its own is left alone', async () => {
  const { dir, remove } = scratch();
  writeFileSync(join(dir, 'mine.txt'), 'mine');
  const ran = await runCli(dir, ['demo', '--out', '.']);
  expect(ran.code).toBe(1);
  expect(ran.err).toContain('was not made by the demo');
  expect(existsSync(join(dir, 'mine.txt'))).toBe(true);
  remove();
});
