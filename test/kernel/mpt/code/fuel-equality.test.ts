/** @module fuel-equality: the same program uses the same fuel in every run, process and version of Node. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { createCodeJsRunner } from '../../../../kernel/mpt/runners/code-js.ts';
import { createCodePythonRunner } from '../../../../kernel/mpt/runners/code-python.ts';
import type { CodeRunner } from '../../../../kernel/mpt/runners/code-runner.ts';
import { FUEL_JS, FUEL_PYTHON } from '../../../corpus/code-fuel.ts';
import { CORPUS_BUDGET } from '../../../corpus/code-program.ts';
import { compared, now, SHARED_CACHE } from './hostile.ts';

/** What each program came to, in the order of the programs, run in an order of its own. */
async function outcomes(
  runner: CodeRunner,
  programs: readonly string[],
  order: readonly number[],
): Promise<readonly object[]> {
  const found: object[] = [];
  for (const index of order) {
    const code = programs[index] ?? '';
    // oxlint-disable-next-line no-await-in-loop
    found[index] = compared(
      await runner.run({ code }, CORPUS_BUDGET, new AbortController().signal),
    );
  }
  await runner[Symbol.asyncDispose]();
  return found;
}

describe.each([
  ['code.js', createCodeJsRunner, FUEL_JS],
  ['code.python', createCodePythonRunner, FUEL_PYTHON],
] as const)('%s', (_name, create, programs) => {
  test('twenty programs use the same fuel in two processes, in any order', async () => {
    const forwards = programs.map((_, index) => index);
    const [first, second] = await Promise.all([
      outcomes(create({ cacheDir: SHARED_CACHE, now, size: 1 }), programs, forwards),
      outcomes(create({ cacheDir: SHARED_CACHE, now, size: 1 }), programs, forwards.toReversed()),
    ]);
    expect(programs).toHaveLength(20);
    expect(second).toEqual(first);
    expect(first).toEqual(programs.map(() => expect.objectContaining({ ok: true })));
  }, 120_000);
});

/** Other versions of Node on this machine, by their major number. */
function otherNodes(): readonly string[] {
  const found = spawnSync('which', ['-a', 'node'], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean);
  return found.filter((path) => {
    const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
    const major = Number(/^v(\d+)/.exec(stdout)?.[1]);
    return major >= 20 && `v${major}` !== process.version.split('.')[0];
  });
}

/** The engine alone, as JavaScript that any Node runs: meters the module, runs the programs, prints what they came to. */
const ALONE = `
import { readFileSync } from 'node:fs';
import { Worker, isMainThread } from 'node:worker_threads';
import { meter } from './fuel/meter.js';
import { bootJsImage, runJsProgram } from './runners/code-js-program.js';
if (isMainThread) new Worker(new URL(import.meta.url), { argv: process.argv.slice(2), resourceLimits: { stackSizeMb: 16 } });
else {
  const [wasm, programs] = process.argv.slice(2);
  const module = new WebAssembly.Module(meter(readFileSync(wasm), 8192).bytes);
  const image = bootJsImage(module);
  const ended = JSON.parse(readFileSync(programs, 'utf8')).map((code) => {
    const { end, fuel } = runJsProgram(module, image, { code, files: [], fuel: 10n ** 9n, mem_bytes: 2 ** 26 });
    return { end, fuel: Number(fuel) };
  });
  process.stdout.write(JSON.stringify(ended));
}
`;

describe.skipIf(otherNodes().length === 0)('other versions of Node', () => {
  test('twenty programs of JavaScript use the same fuel on each', () => {
    const directory = mkdtempSync(join(tmpdir(), 'plumbline-node-'));
    const kernel = new URL('../../../../kernel/mpt/', import.meta.url);
    for (const folder of ['fuel', 'runners']) {
      mkdirSync(join(directory, folder));
      const files = readdirSync(new URL(folder, kernel)).filter(
        (file) => file.endsWith('.ts') && !file.endsWith('.d.ts'),
      );
      for (const file of files) {
        const source = readFileSync(new URL(`${folder}/${file}`, kernel), 'utf8');
        const script = stripTypeScriptTypes(source).replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'");
        writeFileSync(join(directory, folder, file.replace(/\.ts$/, '.js')), script);
      }
    }
    writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
    writeFileSync(join(directory, 'alone.js'), ALONE);
    writeFileSync(join(directory, 'programs.json'), JSON.stringify(FUEL_JS));
    const wasm = createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm');
    const ended = (node: string): unknown =>
      JSON.parse(
        execFileSync(node, [join(directory, 'alone.js'), wasm, join(directory, 'programs.json')], {
          encoding: 'utf8',
        }),
      );
    const here = ended(process.execPath);
    expect(here).toHaveLength(20);
    for (const node of otherNodes()) expect(ended(node)).toEqual(here);
    rmSync(directory, { recursive: true });
  });
});
