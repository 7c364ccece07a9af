/** @module boot: boots CPython, either to create a memory image or, much faster, from one. */
import { constants, readFileSync } from 'node:fs';

import { loadPyodide } from 'pyodide';
// Imported here so that it loads while other threads still compile the module; Pyodide would import it later
import createPyodideModule from 'pyodide/pyodide.asm.mjs';

import { RESULT_BYTES_MAX } from '../../sandbox/protocol.ts';
import { FixedFiles } from './fixed-files.ts';
import { PythonImports } from './imports.ts';
import type { Packages } from './packages.ts';
import { zoneFiles } from './zones/zones.ts';

/** A booted Python. Its imports are not sealed yet. */
export type BootedPython = {
  readonly imports: PythonImports;
  /** The read-only files of all runs. */
  readonly fixed: FixedFiles;
  /** Native libraries of wheels, which must still be linked. */
  readonly libraries: Packages['libraries'];
  /** Writes a file into the file system that the linker reads. */
  readonly put: (path: string, bytes: Uint8Array) => void;
  /** Takes the memory image from which another boot can start. */
  readonly image: () => Uint8Array;
};

const STDLIB = '/lib/python314.zip';
/** Pyodide's lock file without packages, so that none can be loaded. */
const LOCK_FILE = JSON.stringify({
  info: {
    abi_version: '2026_0',
    arch: 'wasm32',
    platform: 'emscripten',
    python: '3.14.2',
    version: '314.0.7',
  },
  packages: {},
});

/** Constants for the harness: the longest result in bytes, and the largest integer that JSON represents exactly. */
const BOUNDS = { RESULT_BYTES_MAX, EXACT_MAX: Number.MAX_SAFE_INTEGER };
const readScript = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Boots from `image`. Without `image`, boots from scratch and installs the harness, ready for `image()`. */
export async function bootPython(
  module: WebAssembly.Module,
  image: Uint8Array | undefined,
  packages?: Packages,
): Promise<BootedPython> {
  replaceBinding();
  // Python stores the name of the running script; with a path, image and fuel would differ between folders
  process.argv.splice(1, process.argv.length, 'sandbox');
  const imports = new PythonImports();
  const python = await imports.during(
    module,
    async () =>
      await loadPyodide({
        env: { HOME: '/data' },
        args: [],
        // A program that imports the host's globals gets an empty object; using it ends the run
        jsglobals: Object.create(null),
        lockFileContents: LOCK_FILE,
        createPyodideModule,
        packageBaseUrl: 'file:///none/',
        stdout: () => undefined,
        stderr: () => undefined,
        ...(image === undefined ? { _makeSnapshot: true } : { _loadSnapshot: image }),
      }),
  );
  if (image === undefined) {
    const globals = python.toPy({ source: readScript('./harness.py'), bounds: BOUNDS });
    python.runPython(readScript('./install.py'), { globals });
    globals.destroy();
  }
  return {
    imports,
    fixed: new FixedFiles(
      new Map([
        [STDLIB, python.FS.readFile(STDLIB).slice()],
        ...zoneFiles(),
        ...(packages?.files ?? []),
      ]),
      packages?.libraries.map(({ path }) => path),
    ),
    libraries: packages?.libraries ?? [],
    put: (path, bytes) => {
      python.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
      python.FS.writeFile(path, bytes);
    },
    image: () => python.makeMemorySnapshot(),
  };
}

/** Replaces `process.binding`, which a confined process lacks: Pyodide reads the flags of open() from it. */
function replaceBinding(): void {
  Reflect.set(process, 'binding', () => ({ fs: constants }));
}
