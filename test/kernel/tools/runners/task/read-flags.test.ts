/** @module read-flags.test: confined processes of tools in trees whose packages and folders are links or have odd names. */
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { packageReads, readFlags, writeFlag } from '../../../../kernel/runners/task/read-flags.ts';
import { SHARED_CACHE } from '../../../shared-cache.ts';

const ROOT = realpathSync(join(import.meta.dirname, '..', '..', '..', '..'));
const MODULES = realpathSync(join(ROOT, 'node_modules'));
const SOURCES = ['runners', 'drawings', 'raster', 'files', 'archive', 'findings', 'geometry'];
const PACKAGES = [
  'fflate',
  'undici',
  'ipaddr.js',
  'sharp',
  'zod',
  'yauzl',
  'quickjs-wasi',
  'pyodide',
  'dejavu-fonts-ttf',
];

/** Every tool that a confined process carries out; one line of JSON with what each ended with. */
const PROGRAM = `
import { createCodeJsRunner } from './kernel/runners/code/js/runner.ts';
import { createCodePythonRunner } from './kernel/runners/code/python/runner.ts';
import { createDataQueryRunner } from './kernel/runners/data/query/runner.ts';
import { createImageEditRunner } from './kernel/runners/image/edit.ts';
import { createImageText2ImRunner } from './kernel/runners/image/text2im.ts';
import { openBelow } from './kernel/runners/task/open-below.ts';
const [cacheDir, root] = process.argv.slice(2);
const now = () => 0;
const open = async (path) => (await openBelow(root, path)).handle;
const budget = { time_ms: 120_000, mem_mb: 512, gas: 60_000, depth: 4, tool_calls_max: 6, web_requests_max: 3, tokens_output_max: 800 };
const { signal } = new AbortController();
const base64 = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const runs = {
  code_js: [createCodeJsRunner({ cacheDir, now, size: 1 }), { code: '1 + 1' }],
  code_python: [createCodePythonRunner({ cacheDir, now }), { code: '1 + 1' }],
  data_query: [createDataQueryRunner({ now }), { path: 'doors.csv', sql: 'SELECT sum(b) FROM t' }],
  image_edit: [createImageEditRunner({ now }), { image: { base64 }, operations: [{ op: 'resize', width: 40, height: 40 }, { op: 'text', text: 'a', x: 1, y: 1, size_px: 12, color: '#000000' }] }],
  image_text2im: [createImageText2ImRunner({ now }), { prompt: 'box a "A"\\nbox b "B"\\na -> b' }],
};
const ended = {};
for (const [name, [runner, input]] of Object.entries(runs)) {
  const outcome = await runner.run(input, budget, signal, { open });
  ended[name] = outcome.ok ? 'ok' : outcome.cause;
  await runner[Symbol.asyncDispose]();
}
console.log(JSON.stringify(ended));
`;

const ALL = {
  code_js: 'ok',
  code_python: 'ok',
  data_query: 'ok',
  image_edit: 'ok',
  image_text2im: 'ok',
};

let place = '';
beforeAll(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'plumbline-links-')));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** A tree of our sources in a folder below the place, without packages. */
function tree(...names: readonly string[]): string {
  const dir = join(place, ...names);
  for (const name of SOURCES) {
    cpSync(join(ROOT, 'kernel', name), join(dir, 'kernel', name), { recursive: true });
  }
  cpSync(join(ROOT, 'schemas'), join(dir, 'schemas'), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(dir, 'package.json'));
  writeFileSync(join(dir, 'all-tools.ts'), PROGRAM);
  return dir;
}

/** Runs the program of a tree, with a data folder and a folder for temporary files. */
async function ended(dir: string, cacheDir = SHARED_CACHE, data = 'data'): Promise<unknown> {
  const root = join(place, data);
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, 'doors.csv'), 'a,b\n1,2\n');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--no-warnings', join(dir, 'all-tools.ts'), cacheDir, root],
    { cwd: place, env: { TMPDIR: root } },
  );
  return JSON.parse(stdout);
}

const Manifest = z.looseObject({
  dependencies: z.record(z.string(), z.unknown()).default({}),
  optionalDependencies: z.record(z.string(), z.unknown()).default({}),
});

/** Installs a package as pnpm does: each in a folder of its own, with links to its dependencies next to it. */
function installLinked(store: string, name: string): string {
  const beside = join(store, name.replace('/', '+'), 'node_modules');
  const folder = join(beside, name);
  const from = join(MODULES, name);
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined) return folder;
  cpSync(from, folder, { recursive: true });
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')));
  for (const other of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
    if (statSync(join(MODULES, other), { throwIfNoEntry: false }) === undefined) continue;
    link(installLinked(store, other), join(beside, other));
  }
  return folder;
}

function link(to: string, at: string): void {
  mkdirSync(dirname(at), { recursive: true });
  symlinkSync(to, at);
}

describe('every tool runs', { timeout: 240_000 }, () => {
  test('where node_modules is a link', async () => {
    const dir = tree('linked');
    link(MODULES, join(dir, 'node_modules'));
    expect(await ended(dir)).toEqual(ALL);
  });

  test('where each package is a link into a store, and its dependencies too', async () => {
    const dir = tree('stored');
    for (const name of PACKAGES) {
      link(
        installLinked(join(dir, 'node_modules', '.store'), name),
        join(dir, 'node_modules', name),
      );
    }
    expect(await ended(dir)).toEqual(ALL);
  });

  test('where packages lie above the folder with our sources, which is reached over a link', async () => {
    tree('above', 'app', 'dist');
    for (const name of PACKAGES) {
      link(join(MODULES, name), join(place, 'above', 'node_modules', name));
    }
    link(join(place, 'above', 'app'), join(place, 'reached'));
    expect(await ended(join(place, 'reached', 'dist'))).toEqual(ALL);
  });

  test('where folders have commas, blanks, quotes and signs of other scripts in their names', async () => {
    const dir = tree(`a, b%c'd"é (1)`);
    link(MODULES, join(dir, 'node_modules'));
    expect(await ended(dir, SHARED_CACHE, 'da, ta')).toEqual(ALL);
  });

  test('where the folders of interpreters and of temporary files are links', async () => {
    const dir = tree('caches');
    link(MODULES, join(dir, 'node_modules'));
    link(SHARED_CACHE, join(place, 'interpreters'));
    mkdirSync(join(place, 'real-data'));
    link(join(place, 'real-data'), join(place, 'linked-data'));
    expect(await ended(dir, join(place, 'interpreters'), 'linked-data')).toEqual(ALL);
  });
});

describe('a path with `*`', () => {
  test('is refused, as Node would permit all that begins like it', () => {
    expect(() => readFlags(['/home/a', '/home/b*c'])).toThrow(/`\/home\/b\*c` has a `\*`/);
    expect(() => writeFlag('/home/*')).toThrow(/cannot confine/);
    expect(readFlags(['/home/a,b'])).toEqual(['--allow-fs-read=/home/a,b']);
  });

  test('ends each confined tool with that reason', { timeout: 120_000 }, async () => {
    const dir = tree('a*b');
    link(MODULES, join(dir, 'node_modules'));
    const because = expect.stringContaining('has a `*` in its path');
    expect(await ended(dir)).toEqual({
      code_js: because,
      code_python: because,
      data_query: because,
      image_edit: because,
      // Drawn by our own code, with no process.
      image_text2im: 'ok',
    });
  });
});

test('of packages only those are permitted that are needed', () => {
  const reads = packageReads(join(ROOT, 'kernel', 'runners', 'image', 'worker.ts'), ['sharp']);
  expect(reads).toContain(join(MODULES, 'sharp', sep));
  expect(reads).toContain(join(MODULES, 'detect-libc', sep));
  expect(reads).not.toContain(join(MODULES, sep));
  expect(reads.filter((path) => path.includes('vitest'))).toEqual([]);
  expect(packageReads(join(ROOT, 'x.ts'), ['not-installed-anywhere'])).toEqual([]);
});
