/** @module make-folder: a folder with those above it, made one by one, so that making it always ends. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and what is missing of the path to it; one that is there stays as it is. Node's own recursive way never
 * ends where a file system answers ENOENT below a folder that is there, as `/proc` does.
 *
 * @param mode of each folder that is made
 * @throws the error of the system, with its path, for the first folder that cannot be made
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
