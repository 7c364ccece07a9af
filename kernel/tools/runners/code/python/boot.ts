/** @module boot: boots CPython, without an image to create one, or from the image, which is much faster. */
import { constants, readFileSync } from 'node:fs';

import { loadPyodide } from 'pyodide';
// Read with our own code, while other threads still compile the module; Pyodide would read it afterwards
import createPyodideModule from 'pyodide/pyodide.asm.mjs';

import { RESULT_BYTES_MAX } from '../../sandbox/protocol.ts';
import { FixedFiles } from './fixed-files.ts';
import { PythonImports } from './imports.ts';
import type { Packages } from './packages.ts';
import { zoneFiles } from './zones/zones.ts';

/** A booted Python whose imports are not sealed yet. */
export type BootedPython = {
  readonly imports: PythonImports;
  /** Read-only files that it reads later. */
  readonly fixed: FixedFiles;
  /** Libraries of wheels, which are to be linked. */
  readonly libraries: Packages['libraries'];
  /** Puts a file where the linker looks for it. */
  readonly put: (path: string, bytes: Uint8Array) => void;
  /** Its memory, from which another boot can continue. */
  readonly image: () => Uint8Array;
};

const STDLIB = '/lib/python314.zip';
/** A lock file without packages, so that none can be loaded. */
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

/** The longest result in bytes, and the largest whole number that JSON keeps exactly. */
const BOUNDS = { RESULT_BYTES_MAX, EXACT_MAX: Number.MAX_SAFE_INTEGER };
const pythonOf = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Boots; without `image` it also installs the harness, and `image()` then returns the image for later boots. */
export async function bootPython(
  module: WebAssembly.Module,
  image: Uint8Array | undefined,
  packages?: Packages,
): Promise<BootedPython> {
  withoutBinding();
  // Python stores the name of the running script; with a path, image and fuel would differ between folders
  process.argv.splice(1, process.argv.length, 'sandbox');
  const imports = new PythonImports();
  const python = await imports.during(
    module,
    async () =>
      await loadPyodide({
        env: { HOME: '/data' },
        args: [],
        // A program that imports the host's globals gets an empty object, and its first use ends the run
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
    const given = python.toPy({ source: pythonOf('./harness.py'), bounds: BOUNDS });
    python.runPython(pythonOf('./install.py'), { globals: given });
    given.destroy();
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

/** Pyodide's glue reads open() flags through `process.binding`, which a permission-restricted process must not have. */
function withoutBinding(): void {
  Reflect.set(process, 'binding', () => ({ fs: constants }));
}
