/** @module inside: resolves a caller's path to a file inside one folder that the caller may read, following links. */
import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';

/** The result of resolving a caller's path. */
export type FoundFile =
  | { readonly found: 'file'; readonly path: string; readonly bytes: number }
  | { readonly found: 'outside' | 'nothing' };

/**
 * The regular file of a path, relative to the folder or to its parent (`artifacts/…`). A file that may not be read is not
 * found.
 *
 * INVARIANT: the path is checked to be inside and readable as given and again after links are followed, so that neither
 * `..` nor a link in the folder leads elsewhere; other files are never accessed.
 *
 * @param hasFile whether there is a file for the caller at a path below the folder, with `/`
 */
export async function fileInside(
  folder: string,
  path: string,
  hasFile: (below: string) => Promise<boolean>,
): Promise<FoundFile> {
  const above = resolve(folder, '..');
  const named = [resolve(folder, path), resolve(above, path)].filter((one) => isIn(folder, one));
  if (named.length === 0 || path.includes('\0')) return { found: 'outside' };
  for (const candidate of named) {
    if (!(await hasFile(belowOf(folder, candidate)))) continue;
    const real = realOf(candidate);
    if (real === undefined) continue;
    const root = realOf(folder) ?? folder;
    if (!isIn(root, real)) return { found: 'outside' };
    if (!(await hasFile(belowOf(root, real)))) continue;
    const stats = statSync(real);
    if (stats.isFile()) return { found: 'file', path: real, bytes: stats.size };
  }
  return { found: 'nothing' };
}

function belowOf(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

function isIn(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    // A path that cannot be resolved counts as missing.
    return undefined;
  }
}
