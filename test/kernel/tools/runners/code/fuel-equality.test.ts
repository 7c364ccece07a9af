/** @module fuel-equality.test: a program uses the same fuel in every run, process and version of Node.js. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { CodeRunner } from '../../../../../kernel/tools/runners/code/code-runner.ts';
import { createCodeJsRunner } from '../../../../../kernel/tools/runners/code/js/runner.ts';
import { createCodePythonRunner } from '../../../../../kernel/tools/runners/code/python/runner.ts';
import { FUEL_JS, FUEL_JS_UNITS, FUEL_PYTHON } from '../../../../corpus/code-fuel.ts';
import { CORPUS_BUDGET } from '../../../../corpus/code-program.ts';
import { SHARED_CACHE } from '../../../../shared-cache.ts';
import { compared, now } from './hostile.ts';

const fuelOf = (found: readonly object[]): readonly unknown[] =>
  found.map((one) => ('use' in one ? (one.use as { fuel: number }).fuel : undefined));

/** Runs the programs in `order`; returns their outcomes in the order of `programs`. */
async function outcomes(
  runner: CodeRunner,
  programs: readonly string[],
  order: readonly number[],
): Promise<readonly object[]> {
  const found: object[] = [];
  for (const index of order) {
    const code = programs[index] ?? '';
    found[index] = compared(
      await runner.run({ code }, CORPUS_BUDGET, new AbortController().signal),
    );
  }
  await runner[Symbol.asyncDispose]();
  return found;
}

describe.each([
  ['code.js', createCodeJsRunner, FUEL_JS, FUEL_JS_UNITS],
  ['code.python', createCodePythonRunner, FUEL_PYTHON, []],
] as const)('%s', (_name, create, programs, units) => {
  test('all programs use the same fuel in two processes, in any order', async () => {
    const forwards = programs.map((_, index) => index);
    const runners = [1, 2].map(() => create({ cacheDir: SHARED_CACHE, now, size: 1 }));
    // One after the other, so that only one creates the derived files
    for (const runner of runners) await runner.warm();
    const [one, other] = runners;
    if (one === undefined || other === undefined) throw new Error('two runners');
    const [first, second] = await Promise.all([
      outcomes(one, programs, forwards),
      outcomes(other, programs, forwards.toReversed()),
    ]);
    expect(programs.length).toBeGreaterThanOrEqual(20);
    expect(fuelOf(first).slice(0, units.length)).toEqual(units);
    expect(second).toEqual(first);
    expect(first).toEqual(programs.map(() => expect.objectContaining({ ok: true })));
  }, 400_000);
});

/** Paths of other versions of Node.js on this machine, one per major version. */
function otherNodes(): readonly string[] {
  const found = spawnSync('which', ['-a', 'node'], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean);
  const byMajor = new Map<number, string>();
  for (const path of found) {
    const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
    const major = Number(/^v(\d+)/.exec(stdout)?.[1]);
    if (major >= 20 && !byMajor.has(major)) byMajor.set(major, path);
  }
  byMajor.delete(Number(/^v(\d+)/.exec(process.version)?.[1]));
  return [...byMajor.values()];
}

const OTHER_NODES = otherNodes();

/** A script for any Node.js: runs only the engines and prints the end and fuel of each program as JSON. */
const ALONE = `
import { readFileSync } from 'node:fs';
import { Worker, isMainThread, workerData, parentPort } from 'node:worker_threads';
import { meter } from './fuel/meter.js';
const run = (program) => (code) => {
  const { end, fuel } = program({ code, files: [], fuel: 10n ** 9n, mem_bytes: 2 ** 26 });
  return { end, fuel: Number(fuel) };
};
const engines = {
  async js({ module }) {
    const { bootJsImage, runJsProgram } = await import('./code/js/program.js');
    const image = bootJsImage(module);
    return run((program) => runJsProgram(module, image, program));
  },
  async python({ module, image }) {
    const { bootPython } = await import('./code/python/boot.js');
    const { PythonPrograms } = await import('./code/python/program.js');
    const booted = await bootPython(module, image);
    if (image === undefined) return booted.image();
    const programs = new PythonPrograms(booted);
    return run((program) => programs.run(program));
  },
};
if (isMainThread) {
  const [engine, wasm, programs] = process.argv.slice(2);
  const module = new WebAssembly.Module(meter(readFileSync(wasm), 8192).bytes);
  const ask = (given) => new Promise((resolve, reject) => {
    const options = { env: {}, workerData: given, resourceLimits: { stackSizeMb: 256 } };
    const worker = new Worker(new URL(import.meta.url), options);
    worker.once('message', (answer) => worker.terminate().then(() => resolve(answer)));
    worker.once('error', reject);
  });
  const codes = JSON.parse(readFileSync(programs, 'utf8'))[engine];
  const image = engine === 'python' ? await ask({ engine, module }) : undefined;
  process.stdout.write(JSON.stringify(await ask({ engine, module, image, codes })));
} else {
  const program = await engines[workerData.engine](workerData);
  parentPort.postMessage(typeof program === 'function' ? workerData.codes.map(program) : program);
}
`;

describe.skipIf(OTHER_NODES.length === 0)('other versions of Node.js', () => {
  const directory = mkdtempSync(join(tmpdir(), 'plumbline-node-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  beforeAll(() => {
    const runners = fileURLToPath(new URL('../../../../../kernel/tools/runners/', import.meta.url));
    for (const file of globSync('{fuel,sandbox,code}/**/*.{ts,js,py,json}', { cwd: runners })) {
      const to = join(directory, file.replace(/\.ts$/, '.js'));
      mkdirSync(dirname(to), { recursive: true });
      if (to === join(directory, file)) {
        copyFileSync(join(runners, file), to);
        continue;
      }
      const source = readFileSync(join(runners, file), 'utf8');
      const script = stripTypeScriptTypes(source).replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'");
      writeFileSync(to, script);
    }
    const packages = fileURLToPath(new URL('../../../../../node_modules', import.meta.url));
    symlinkSync(packages, join(directory, 'node_modules'), 'junction');
    writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
    writeFileSync(join(directory, 'alone.js'), ALONE);
    writeFileSync(
      join(directory, 'programs.json'),
      JSON.stringify({ js: FUEL_JS, python: FUEL_PYTHON }),
    );
  });

  // Node.js before 22 lacks an instruction that Pyodide's glue uses if available: images differ, fuel does not
  test.each([
    ['js', 'quickjs-wasi/quickjs.wasm'],
    ['python', 'pyodide/pyodide.asm.wasm'],
  ])(
    'use the same fuel for all programs of %s',
    (engine, file) => {
      const wasm = createRequire(import.meta.url).resolve(file);
      const outputOn = (node: string): unknown => {
        const words = [join(directory, 'alone.js'), engine, wasm, join(directory, 'programs.json')];
        return JSON.parse(execFileSync(node, words, { encoding: 'utf8' }));
      };
      const here = outputOn(process.execPath);
      expect(here).toHaveLength(engine === 'js' ? FUEL_JS.length : FUEL_PYTHON.length);
      for (const node of OTHER_NODES) expect(outputOn(node)).toEqual(here);
    },
    400_000,
  );
});
