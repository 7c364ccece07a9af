/** @module read-flags.test: confined tools run in trees whose packages and folders are links or have unusual names. */
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

import {
  packageReads,
  readFlags,
  writeFlag,
} from '../../../../../kernel/tools/runners/task/read-flags.ts';
import { SHARED_CACHE } from '../../../../shared-cache.ts';

const ROOT = realpathSync(join(import.meta.dirname, '..', '..', '..', '..', '..'));
const MODULES = realpathSync(join(ROOT, 'node_modules'));
const SOURCES = [
  'tools/runners',
  'documents/drawings',
  'documents/raster',
  'base/files',
  'base/archive',
  'building/geometry',
  'base/text',
  'base/work',
];
const PACKAGES = [
  'fflate',
  'undici',
  'ipaddr.js',
  'sharp',
  'zod',
  'saxes',
  'yauzl',
  'quickjs-wasi',
  'pyodide',
  'dejavu-fonts-ttf',
];

/** Runs every tool that uses a confined process; prints the end of each as one line of JSON. */
const PROGRAM = `
import { createCodeJsRunner } from './kernel/tools/runners/code/js/runner.ts';
import { createCodePythonRunner } from './kernel/tools/runners/code/python/runner.ts';
import { createDataQueryRunner } from './kernel/tools/runners/data/query/runner.ts';
import { createImageEditRunner } from './kernel/tools/runners/image/edit.ts';
import { createImageText2ImRunner } from './kernel/tools/runners/image/text2im.ts';
import { openBelow } from './kernel/tools/runners/task/open-below.ts';
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

/** Copies our sources to a folder, without packages; returns the folder. */
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

/** Runs the program of a tree with a data folder, which is also the folder for temporary files. */
async function endsOf(dir: string, cacheDir = SHARED_CACHE, data = 'data'): Promise<unknown> {
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

/** Installs a package like pnpm: in a separate folder, next to links to its dependencies. */
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

describe('every confined tool runs', { timeout: 240_000 }, () => {
  test('if node_modules is a link', async () => {
    const dir = tree('linked');
    link(MODULES, join(dir, 'node_modules'));
    expect(await endsOf(dir)).toEqual(ALL);
  });

  test('if each package and its dependencies are links into a store', async () => {
    const dir = tree('stored');
    for (const name of PACKAGES) {
      link(
        installLinked(join(dir, 'node_modules', '.store'), name),
        join(dir, 'node_modules', name),
      );
    }
    expect(await endsOf(dir)).toEqual(ALL);
  });

  test('if packages are above the folder of our sources, which is reached through a link', async () => {
    tree('above', 'app', 'dist');
    for (const name of PACKAGES) {
      link(join(MODULES, name), join(place, 'above', 'node_modules', name));
    }
    link(join(place, 'above', 'app'), join(place, 'reached'));
    expect(await endsOf(join(place, 'reached', 'dist'))).toEqual(ALL);
  });

  test('if names of folders contain commas, spaces, quotes and non-ASCII letters', async () => {
    const dir = tree(`a, b%c'd"é (1)`);
    link(MODULES, join(dir, 'node_modules'));
    expect(await endsOf(dir, SHARED_CACHE, 'da, ta')).toEqual(ALL);
  });

  test('if the folders of interpreters and of temporary files are links', async () => {
    const dir = tree('caches');
    link(MODULES, join(dir, 'node_modules'));
    link(SHARED_CACHE, join(place, 'interpreters'));
    mkdirSync(join(place, 'real-data'));
    link(join(place, 'real-data'), join(place, 'linked-data'));
    expect(await endsOf(dir, join(place, 'interpreters'), 'linked-data')).toEqual(ALL);
  });
});

describe('a path with `*`', () => {
  test('is refused, because Node.js would permit all paths with the same beginning', () => {
    expect(() => readFlags(['/home/a', '/home/b*c'])).toThrow(/`\/home\/b\*c` has a `\*`/);
    expect(() => writeFlag('/home/*')).toThrow(/cannot confine/);
    expect(readFlags(['/home/a,b'])).toEqual(['--allow-fs-read=/home/a,b']);
  });

  test('makes each confined tool refuse with that reason', { timeout: 120_000 }, async () => {
    const dir = tree('a*b');
    link(MODULES, join(dir, 'node_modules'));
    const because = expect.stringContaining('has a `*` in its path');
    expect(await endsOf(dir)).toEqual({
      code_js: because,
      code_python: because,
      data_query: because,
      image_edit: because,
      // Drawn by our own code, without a process
      image_text2im: 'ok',
    });
  });
});

test('a process may read only the packages that it needs', () => {
  const reads = packageReads(join(ROOT, 'kernel', 'tools', 'runners', 'image', 'worker.ts'), [
    'sharp',
  ]);
  expect(reads).toContain(join(MODULES, 'sharp', sep));
  expect(reads).toContain(join(MODULES, 'detect-libc', sep));
  expect(reads).not.toContain(join(MODULES, sep));
  expect(reads.filter((path) => path.includes('vitest'))).toEqual([]);
  expect(packageReads(join(ROOT, 'x.ts'), ['not-installed-anywhere'])).toEqual([]);
});
