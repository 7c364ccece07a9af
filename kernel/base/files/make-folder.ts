/** @module make-folder: creates a folder and its parents one by one, so that the call always terminates. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder and its missing parents; an existing folder stays unchanged. Node's recursive option never
 * terminates on file systems that return ENOENT below an existing folder, such as `/proc`.
 *
 * @param mode mode of each new folder
 * @throws the system error, with its path, for the first folder that cannot be created
 */
export function makeFolder(path: string, mode = 0o777): void {
  const missing = [resolve(path)];
  for (let above = dirname(resolve(path)); !existsSync(above); above = dirname(above)) {
    missing.unshift(above);
  }
  for (const folder of missing) makeOne(folder, mode);
}

function makeOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
