/** @module add-run-files: writes exports next to the files of a finished run. */
import { lstat, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { createOnce } from '../../kernel/base/files/create-once.ts';
import { makeFolder } from '../../kernel/base/files/make-folder.ts';
import { absent, linkOnTheWay } from '../../kernel/base/files/path-below.ts';
import type { FoundRun } from './run-files.ts';

type RunFile = { readonly name: string; readonly bytes: Buffer };

/** Folder of the exports of a run, below its own. */
export const EXPORTS = 'exports';

/**
 * Writes files into the folder of a run's exports and reads them back; writes all files or none. Existing files are never
 * replaced: a file with the same bytes is kept, and one with other bytes is a fault. A run produces the same bytes for
 * a name each time, so a different file comes from a person, or from a version of the program with another format.
 *
 * @returns why a file cannot be written; null when all files are there
 */
export async function addRunFiles(
  { folder }: Pick<FoundRun, 'folder'>,
  files: readonly RunFile[],
): Promise<string | null> {
  for (const file of files) {
    const fault = await faultAt(folder, `${EXPORTS}/${file.name}`, file.bytes);
    if (fault !== null) return fault;
  }
  makeFolder(join(folder, EXPORTS));
  const created: string[] = [];
  try {
    for (const { name, bytes } of files) {
      const path = join(folder, EXPORTS, name);
      if (createOnce(path, bytes)) created.push(path);
      const fault = await faultAt(folder, `${EXPORTS}/${name}`, bytes);
      if (fault !== null) return await removeFiles(created, fault);
    }
  } catch (error) {
    await removeFiles(created, null);
    throw error;
  }
  return null;
}

/** Removes the files of an incomplete export, so that no unrecorded file remains; returns `fault`. */
async function removeFiles<T>(created: readonly string[], fault: T): Promise<T> {
  for (const path of created) await rm(path, { force: true });
  return fault;
}

async function faultAt(folder: string, path: string, bytes: Buffer): Promise<string | null> {
  if ((await linkOnTheWay(folder, path)) !== null) {
    return `\`${path}\` in the folder of the run leads through a link or through a file`;
  }
  const at = join(folder, path);
  const stat = await lstat(at).catch(absent);
  if (stat === null) return null;
  if (stat.isFile() && bytes.equals(await readFile(at))) return null;
  return `\`${path}\` in the folder of the run exists with different content`;
}
