/** @module add-run-files: puts exports and pictures next to the files of a finished run. */
import { lstat, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { createOnce } from '../../kernel/files/create-once.ts';
import { makeFolder } from '../../kernel/files/make-folder.ts';
import { absent, linkOnTheWay } from '../../kernel/files/path-below.ts';
import type { FoundRun } from './run-files.ts';

type RunFile = { readonly name: string; readonly bytes: Buffer };

/**
 * Writes files into a subfolder of a run and reads them back, all or none. A file that already has these bytes is kept.
 * Replaces nothing: for one name a run gives the same bytes each time, so a different file comes from a person, or from a
 * version of the program with another format.
 *
 * @param subfolder `exports` or `animations`
 * @returns why a file cannot be written; null when all files are there
 */
export async function addRunFiles(
  { folder }: Pick<FoundRun, 'folder'>,
  subfolder: string,
  files: readonly RunFile[],
): Promise<string | null> {
  for (const file of files) {
    const fault = await faultAt(folder, `${subfolder}/${file.name}`, file.bytes);
    if (fault !== null) return fault;
  }
  makeFolder(join(folder, subfolder));
  const made: string[] = [];
  try {
    for (const { name, bytes } of files) {
      const path = join(folder, subfolder, name);
      if (createOnce(path, bytes)) made.push(path);
      const fault = await faultAt(folder, `${subfolder}/${name}`, bytes);
      if (fault !== null) return await withdrawn(made, fault);
    }
  } catch (error) {
    await withdrawn(made, null);
    throw error;
  }
  return null;
}

/** Removes the files of an export that is not complete: a file without a record is nobody's. */
async function withdrawn<T>(made: readonly string[], fault: T): Promise<T> {
  for (const path of made) await rm(path, { force: true });
  return fault;
}

async function faultAt(folder: string, path: string, bytes: Buffer): Promise<string | null> {
  if ((await linkOnTheWay(folder, path)) !== null) {
    return `\`${path}\` in the folder of the run leads through a link or something that is not a folder`;
  }
  const at = join(folder, path);
  const stat = await lstat(at).catch(absent);
  if (stat === null) return null;
  if (stat.isFile() && bytes.equals(await readFile(at))) return null;
  return `\`${path}\` in the folder of the run exists with other content than this run gives`;
}
