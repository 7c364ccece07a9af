/** @module derived.test: derived files do not depend on the folder of the installation. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, expect, test } from 'vitest';

import { readDerived } from '../../../../../kernel/tools/runners/fuel/derived-file.ts';
import {
  locateSandbox,
  prepareSandbox,
} from '../../../../../kernel/tools/runners/sandbox/derived.ts';
import { SHARED_CACHE } from '../../../../shared-cache.ts';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const PREPARE = `
import { locateSandbox, prepareSandbox } from './kernel/tools/runners/sandbox/derived.ts';
const located = await locateSandbox('python', process.argv[2]);
await prepareSandbox(located, process.execPath);
process.stdout.write(located.setup.snapshot_path);
`;

const elsewhere = mkdtempSync(join(tmpdir(), 'plumbline-in-a-folder-with-a-longer-name-'));
afterAll(() => rmSync(elsewhere, { recursive: true }));

test('the image of Python does not depend on the folder of the sources', async () => {
  for (const folder of ['kernel/tools/runners', 'kernel/base/files']) {
    cpSync(join(ROOT, folder), join(elsewhere, folder), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(elsewhere, 'node_modules'), 'junction');
  writeFileSync(join(elsewhere, 'package.json'), readFileSync(join(ROOT, 'package.json')));
  writeFileSync(join(elsewhere, 'prepare.ts'), PREPARE);
  const words = [join(elsewhere, 'prepare.ts'), join(elsewhere, 'cache')];
  const there = execFileSync(process.execPath, words, { encoding: 'utf8' });
  const located = await locateSandbox('python', SHARED_CACHE);
  await prepareSandbox(located, process.execPath);
  const here = readDerived(located.setup.snapshot_path ?? '');
  expect(here).toBeDefined();
  expect(readDerived(there)?.sha256).toBe(here?.sha256);
}, 300_000);
