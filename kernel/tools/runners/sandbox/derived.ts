/** @module derived: locates and creates the derived files of an engine. */
import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { missingPackages } from '../../../base/files/optional-package.ts';
import { derivedPath, keyOf } from '../fuel/derived-file.ts';
import { METER_VERSION } from '../fuel/meter.ts';
import { readFlags, writeFlag } from '../task/read-flags.ts';
import { TaskStop } from '../task/task-stop.ts';
import { MODULE_PAGES_MAX, RESULT_BYTES_MAX } from './protocol.ts';
import type { SandboxEngine, SandboxSetup } from './protocol.ts';
import { bundleKey, wheelsIn } from './wheel-bundle.ts';

/** The npm package of each engine, and the files from which derived files are made; the first is the Wasm module. */
const SOURCES = {
  js: { name: 'quickjs-wasi', files: ['quickjs.wasm'] },
  python: {
    name: 'pyodide',
    files: ['pyodide.asm.wasm', 'pyodide.asm.mjs', 'pyodide.mjs', 'python_stdlib.zip'],
  },
} as const;

/** Our TypeScript sources that affect the booted image. */
const IMAGE_SOURCES = ['boot', 'imports', 'system'];
/** Our Python sources that are part of the image. */
const IMAGE_PYTHON = ['harness.py', 'install.py'];

/** The files of an engine: the set-up of its sandbox, and the paths that the sandbox may read. */
export type SandboxFiles = {
  readonly setup: SandboxSetup;
  readonly wasm_path: string;
  readonly cache_dir: string;
  readonly reads: readonly string[];
};

/**
 * Locates an engine's package and its derived files in `cache_dir`, which are named by the hash of all their sources.
 * Creates `cache_dir`. With `owned`, derived files that another user could have written count as missing.
 *
 * @throws {TaskStop} TOOL_FAIL if Python is requested and its optional package is not installed
 */
export async function locateSandbox(
  engine: SandboxEngine,
  cache_dir: string,
  owned = false,
): Promise<SandboxFiles> {
  const runners_dir = join(dirname(fileURLToPath(import.meta.url)), '..');
  const { name, files } = SOURCES[engine];
  const missing = engine === 'python' ? missingPackages(['pyodide'], import.meta.url) : null;
  if (missing !== null) throw new TaskStop('TOOL_FAIL', missing);
  // The folder must exist: else Node treats the permission to read it as one for a file
  await mkdir(cache_dir, { recursive: true, mode: 0o700 });
  const package_dir = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  const sources = await Promise.all(files.map((file) => readFile(join(package_dir, file))));
  const rewrite = `${METER_VERSION}/${MODULE_PAGES_MAX}`;
  const module_path = derivedPath(
    cache_dir,
    `${engine}-module`,
    keyOf([rewrite, ...sources.slice(0, 1)]),
  );
  const setup: SandboxSetup = {
    engine,
    module_path,
    snapshot_path: undefined,
    owned,
  };
  const located = {
    wasm_path: join(package_dir, files[0]),
    cache_dir,
    // Node reads the package.json files of the folders above each module to determine its type
    reads: [runners_dir, package_dir, cache_dir],
  };
  if (engine === 'js') return { ...located, setup };
  const extension = extname(import.meta.url);
  const ours = await Promise.all(
    [...IMAGE_SOURCES.map((source) => `${source}${extension}`), ...IMAGE_PYTHON].map((file) =>
      readFile(join(runners_dir, 'code', 'python', file)),
    ),
  );
  const key = keyOf([rewrite, String(RESULT_BYTES_MAX), ...sources, ...ours]);
  return {
    ...located,
    setup: { ...setup, snapshot_path: derivedPath(cache_dir, `${engine}-image`, key) },
  };
}

/** Adds the wheels of a folder to the files. The metered native wheels are one more derived file. */
export function withPackages(located: SandboxFiles, packages_dir: string): SandboxFiles {
  const { native } = wheelsIn(packages_dir);
  const bundle =
    native.length === 0
      ? {}
      : { packages_path: derivedPath(located.cache_dir, 'python-wheels', bundleKey(native)) };
  return {
    ...located,
    setup: { ...located.setup, packages_dir, ...bundle },
    reads: [...located.reads, packages_dir],
  };
}

/** Node's flags for a sandbox process: it may only read the listed paths and start workers. */
export function sandboxFlags(reads: readonly string[]): readonly string[] {
  return [
    '--permission',
    '--allow-worker',
    ...readFlags(reads),
    // A program that escapes from its engine still cannot evaluate strings as code
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    '--no-addons',
  ];
}

/** The steps of preparing an engine's files, as progress messages for the user. */
export const PREPARE_STEPS = ['metering the interpreter', 'starting it once', 'ready'] as const;
/** Called with the number of completed steps, 0 to 2. */
export type OnPrepareStep = (done: number) => void;

/** The derived files of an engine could not be created, for example because the disk is full. */
export class PrepareError extends Error {}

/** Creates missing or damaged derived files, in a process that may write only to the cache folder. */
export async function prepareSandbox(
  located: SandboxFiles,
  node: string,
  onStep: OnPrepareStep = () => {},
): Promise<void> {
  const { setup, wasm_path, cache_dir, reads } = located;
  const main = fileURLToPath(new URL(`./prepare${extname(import.meta.url)}`, import.meta.url));
  const files_dir = fileURLToPath(new URL('../../../base/files', import.meta.url));
  const flags = [...sandboxFlags([...reads, files_dir]), writeFlag(cache_dir)];
  onStep(0);
  await new Promise<void>((resolve, reject) => {
    const child = execFile(
      node,
      [...flags, main, JSON.stringify({ setup, wasm_path })],
      {
        env: {},
        cwd: '/',
        timeout: 120_000,
        windowsHide: true,
      },
      (error, _stdout, stderr) => {
        if (error === null) {
          onStep(PREPARE_STEPS.length - 1);
          resolve();
        } else {
          reject(
            new PrepareError(
              `the sandbox of ${setup.engine} could not be prepared: ${stderr.slice(-2000)}`,
            ),
          );
        }
      },
    );
    child.stdout?.once('data', () => onStep(1));
  });
}
