/** @module sandbox-derived: the derived files of an engine: where they lie, and how to make them. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { derivedPath, keyOf } from '../fuel/derived-file.ts';
import { METER_VERSION } from '../fuel/meter.ts';
import { MODULE_PAGES_MAX } from './sandbox-protocol.ts';
import type { SandboxEngine, SandboxSetup } from './sandbox-protocol.ts';

/** Files of an engine's package that its derived files come from; the first is the WebAssembly module. */
const SOURCES = {
  js: { name: 'quickjs-wasi', files: ['quickjs.wasm'] },
  python: {
    name: 'pyodide',
    files: ['pyodide.asm.wasm', 'pyodide.asm.mjs', 'pyodide.mjs', 'python_stdlib.zip'],
  },
} as const;

/** Sources of ours that change what the booted image holds. */
const IMAGE_SOURCES = [
  'code-python-boot',
  'code-python-harness',
  'code-python-imports',
  'code-python-system',
];

/** An engine's files: what the sandbox is set up with, and what it must be allowed to read. */
export type SandboxFiles = {
  readonly setup: SandboxSetup;
  readonly wasm_path: string;
  readonly cache_dir: string;
  readonly reads: readonly string[];
};

/**
 * Finds an engine's package and names its derived files in `cache_dir` by the hash of everything they come from.
 * Throws where the package is not installed.
 */
export async function locateSandbox(
  engine: SandboxEngine,
  cache_dir: string,
): Promise<SandboxFiles> {
  const here = dirname(fileURLToPath(import.meta.url));
  const { name, files } = SOURCES[engine];
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
  };
  const kernel_dir = join(here, '..');
  const located = {
    wasm_path: join(package_dir, files[0]),
    cache_dir,
    // Node looks for a package.json beside and above each module to learn its type
    reads: [kernel_dir, package_dir, cache_dir],
  };
  if (engine === 'js') return { ...located, setup };
  const extension = extname(import.meta.url);
  const ours = await Promise.all(
    IMAGE_SOURCES.map((source) => readFile(join(here, `${source}${extension}`))),
  );
  const key = keyOf([rewrite, ...sources, ...ours]);
  return {
    ...located,
    setup: { ...setup, snapshot_path: derivedPath(cache_dir, `${engine}-image`, key) },
  };
}

/** How Node is started for a sandbox: it reads what is listed, starts workers, and may do nothing else. */
export function sandboxFlags(reads: readonly string[]): readonly string[] {
  return [
    '--permission',
    '--allow-worker',
    ...reads.map((path) => `--allow-fs-read=${path}`),
    // No string becomes code: what a program might talk its engine into evaluating stays text
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    '--no-addons',
  ];
}

/** Makes whatever derived file is missing or damaged, in a process that may write to the cache directory only. */
export async function prepareSandbox(located: SandboxFiles, node: string): Promise<void> {
  const { setup, wasm_path, cache_dir, reads } = located;
  const main = fileURLToPath(
    new URL(`./sandbox-prepare${extname(import.meta.url)}`, import.meta.url),
  );
  const flags = [...sandboxFlags(reads), `--allow-fs-write=${cache_dir}`];
  await new Promise<void>((resolve, reject) => {
    execFile(
      node,
      [...flags, main, JSON.stringify({ setup, wasm_path })],
      {
        env: {},
        cwd: '/',
        timeout: 120_000,
        windowsHide: true,
      },
      (error, _stdout, stderr) => {
        if (error === null) resolve();
        else
          reject(
            new Error(
              `the sandbox of ${setup.engine} could not be prepared: ${stderr.slice(-2000)}`,
            ),
          );
      },
    );
  });
}
