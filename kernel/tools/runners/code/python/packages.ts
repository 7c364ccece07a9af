/** @module packages: the operator's wheels as files that Python can import. */
import { filesOf, wheelsIn } from '../../sandbox/wheel-bundle.ts';
import type { WheelFile } from '../../sandbox/wheel-bundle.ts';

/** The folder in which the harness looks for wheels: each is a file, or a folder if it has native code. */
const FOLDER = '/packages';

/** Wheels as Python sees them: files by path, native libraries, and the SHA-256 of all wheels. */
export type Packages = {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly libraries: readonly WheelFile[];
  readonly sha256: string;
};

/** Loads the wheels of a folder. Wheels with native code are read from `bundle`. */
export function readPackages(folder: string, bundle: Uint8Array | undefined): Packages {
  const { pure, sha256 } = wheelsIn(folder);
  const native = bundle === undefined ? { files: [], libraries: [] } : filesOf(bundle);
  return {
    files: new Map([...pure, ...native.files].map(below).map(({ path, bytes }) => [path, bytes])),
    libraries: native.libraries.map(below),
    sha256,
  };
}

function below({ path, bytes }: WheelFile): WheelFile {
  return { path: `${FOLDER}/${path}`, bytes };
}
