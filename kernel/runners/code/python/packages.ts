/** @module packages: the wheels that an operator supplies, as files of which Python imports. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the harness looks for wheels. */
const FOLDER = '/packages';

/** The wheels of a folder by the path that they have in Python, and the SHA-256 of their names and contents. */
export function readPackages(folder: string): {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly sha256: string;
} {
  const names = readdirSync(folder).filter((name) => name.endsWith('.whl'));
  const files = new Map<string, Uint8Array>();
  const hash = createHash('sha256');
  for (const name of names.toSorted()) {
    const bytes = Uint8Array.from(readFileSync(join(folder, name)));
    files.set(`${FOLDER}/${name}`, bytes);
    hash.update(`${name}:${bytes.length}:`).update(bytes);
  }
  return { files, sha256: hash.digest('hex') };
}
