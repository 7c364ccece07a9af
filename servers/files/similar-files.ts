/** @module similar-files: files of a folder whose names are similar to that of a missing one. */
import { readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path/posix';

import { nearest } from '../../kernel/base/text/nearest.ts';

/** Maximum numbers of folders and of files that are listed, and of files that are returned. */
const [MAX_FOLDERS, MAX_FILES, MAX_SIMILAR] = [200, 5000, 3];

/**
 * Paths below a folder, with `/`: files of the same name in other folders, the closest name, then files of the same ending;
 * at most three. Hidden files and links are left out. Lists at most 5,000 files.
 */
export async function similarFiles(folder: string, path: string): Promise<readonly string[]> {
  const ending = extname(path).toLowerCase();
  const all = await filesBelow(folder);
  const name = basename(path).toLowerCase();
  const named = all.filter((one) => basename(one).toLowerCase() === name);
  const close = nearest(path, all);
  const alike = ending === '' ? [] : all.filter((one) => extname(one).toLowerCase() === ending);
  return [...new Set([...named, ...(close === null ? [] : [close]), ...alike])].slice(
    0,
    MAX_SIMILAR,
  );
}

/** The files below a folder in order of their paths, those of outer folders first. */
async function filesBelow(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const folders = [''];
  for (let at = 0; at < folders.length && at < MAX_FOLDERS; at += 1) {
    const below = folders[at] ?? '';
    const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => []);
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) folders.push(join(below, entry.name));
      else if (entry.isFile()) found.push(join(below, entry.name));
      if (found.length === MAX_FILES) return found;
    }
  }
  return found;
}
