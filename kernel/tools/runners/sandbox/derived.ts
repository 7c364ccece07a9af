/** @module derived: locates and creates the derived files of an engine. */
import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { derivedPath, keyOf } from '../fuel/derived-file.ts';
import { METER_VERSION } from '../fuel/meter.ts';
import { readFlags, writeFlag } from '../task/read-flags.ts';
import { MODULE_PAGES_MAX, RESULT_BYTES_MAX } from './protocol.ts';
import type { SandboxEngine, SandboxSetup } from './protocol.ts';
import { bundleKey, wheelsIn } from './wheel-bundle.ts';

/** Files of an engine's package from which its derived files are made; the first is the WebAssembly module. */
const SOURCES = {
  js: { name: 'quickjs-wasi', files: ['quickjs.wasm'] },
  python: {
    name: 'pyodide',
    files: ['pyodide.asm.wasm', 'pyodide.asm.mjs', 'pyodide.mjs', 'python_stdlib.zip'],
  },
} as const;

/** Our TypeScript sources that affect the booted image. */
const IMAGE_SOURCES = ['boot', 'imports', 'system'];
/** Our Python sources in the image. */
const IMAGE_PYTHON = ['harness.py', 'install.py'];

/** An engine's files: the set-up of the sandbox, and the paths that it must be allowed to read. */
export type SandboxFiles = {
  readonly setup: SandboxSetup;
  readonly wasm_path: string;
  readonly cache_dir: string;
  readonly reads: readonly string[];
};

/**
 * Finds an engine's package and names its derived files in `cache_dir` by the hash of all their sources.
 * Creates `cache_dir`. With `owned` only files count that no other user can have written. Throws when the package is not
 * installed.
 */
export async function locateSandbox(
  engine: SandboxEngine,
  cache_dir: string,
  owned = false,
): Promise<SandboxFiles> {
  const runners_dir = join(dirname(fileURLToPath(import.meta.url)), '..');
  const { name, files } = SOURCES[engine];
  // For a missing folder, Node takes the read permission as one for a file of that name
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
    // Node reads a package.json beside and above each module to determine its type
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

/** The files with the wheels of a folder, whose native code is metered into a derived file. */
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

/** Node's flags for a sandbox: it may read the listed paths and start workers, nothing else. */
export function sandboxFlags(reads: readonly string[]): readonly string[] {
  return [
    '--permission',
    '--allow-worker',
    ...readFlags(reads),
    // A program that escapes its engine still cannot evaluate strings as code
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    '--no-addons',
  ];
}

/** Steps of making an engine's files, and what each is for a person who waits. */
export const PREPARE_STEPS = ['metering the interpreter', 'starting it once', 'ready'] as const;
/** Called with the number of steps that are done, 0 to 2. */
export type OnPrepareStep = (done: number) => void;

/** An engine's files could not be made, e.g. for want of space. */
export class PrepareError extends Error {}

/** Creates missing or damaged derived files, in a process that may write to the cache directory only. */
export async function prepareSandbox(
  located: SandboxFiles,
  node: string,
  onStep: OnPrepareStep = () => {},
): Promise<void> {
  const { setup, wasm_path, cache_dir, reads } = located;
  const main = fileURLToPath(new URL(`./prepare${extname(import.meta.url)}`, import.meta.url));
  const files_dir = fileURLToPath(new URL('../../files', import.meta.url));
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
