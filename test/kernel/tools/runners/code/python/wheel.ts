/** @module wheel: builds a small wheel without native code. */
import { strToU8, zipSync } from 'fflate';

/** The file name of the wheel. */
export const WHEEL_NAME = 'plumbtiny-1.0-py3-none-any.whl';

/** A wheel of the package `plumbtiny` with a module, a subpackage and a data file. */
export function tinyWheel(): Uint8Array {
  const text = (lines: readonly string[]): Uint8Array => strToU8(`${lines.join('\n')}\n`);
  return zipSync({
    'plumbtiny/__init__.py': text(['from .deep import twice', '__version__ = "1.0"']),
    'plumbtiny/deep/__init__.py': text(['def twice(n):', '    return 2 * n']),
    'plumbtiny/words.txt': text(['lintel']),
    'plumbtiny-1.0.dist-info/METADATA': text([
      'Metadata-Version: 2.1',
      'Name: plumbtiny',
      'Version: 1.0',
    ]),
    'plumbtiny-1.0.dist-info/WHEEL': text(['Wheel-Version: 1.0', 'Tag: py3-none-any']),
    'plumbtiny-1.0.dist-info/RECORD': text([]),
  });
}
