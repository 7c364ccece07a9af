/** @module code-python-boot: boots CPython, from nothing to make the image, or from the image in a fraction of that time. */
import { constants } from 'node:fs';

import { loadPyodide } from 'pyodide';

import { PYTHON_INSTALL } from './code-python-harness.ts';
import { PythonImports } from './code-python-imports.ts';

/** A Python that is up, with its imports still open. */
export type BootedPython = {
  readonly imports: PythonImports;
  /** Read-only files that it needs later, by path. */
  readonly fixed: ReadonlyMap<string, Uint8Array>;
  /** Its memory, to continue from. */
  readonly image: () => Uint8Array;
};

const STDLIB = '/lib/python314.zip';
/** No package can be loaded: there are none. */
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

/** Boots; without `image` it installs the harness, and `image()` then gives what a later boot continues from. */
export async function bootPython(
  module: WebAssembly.Module,
  image: Uint8Array | undefined,
): Promise<BootedPython> {
  withoutBinding();
  const imports = new PythonImports();
  const python = await imports.during(
    module,
    async () =>
      await loadPyodide({
        env: { HOME: '/data' },
        args: [],
        // Programs that reach for the host's globals find an empty object, and its first use ends the run
        jsglobals: Object.create(null),
        lockFileContents: LOCK_FILE,
        packageBaseUrl: 'file:///none/',
        stdout: () => undefined,
        stderr: () => undefined,
        ...(image === undefined ? { _makeSnapshot: true } : { _loadSnapshot: image }),
      }),
  );
  if (image === undefined) {
    python.runPython(PYTHON_INSTALL);
  }
  return {
    imports,
    fixed: new Map([[STDLIB, python.FS.readFile(STDLIB).slice()]]),
    image: () => python.makeMemorySnapshot(),
  };
}

/** Pyodide's glue reads open() flags through `process.binding`, which a permission-restricted process must not have. */
function withoutBinding(): void {
  Reflect.set(process, 'binding', () => ({ fs: constants }));
}
