/** @module inside: resolves a caller's path to a file inside one folder that the caller may read, following links. */
import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';

/** The result of resolving a caller's path. */
export type FoundFile =
  | { readonly found: 'file'; readonly path: string; readonly bytes: number }
  | { readonly found: 'outside' | 'nothing' };

/**
 * Finds the regular file at a path that is relative to the folder or to its parent (`artifacts/…`). A file that the
 * caller may not read counts as missing.
 *
 * INVARIANT: the path must be inside the folder and readable, both as given and after links are resolved, so that
 * neither `..` nor a link leads elsewhere; other files are never accessed.
 *
 * @param hasFile whether the caller may read a file at this path, relative to the folder with `/`
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

/** The path relative to the folder, with `/`. */
function belowOf(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

/** Whether a path is strictly below the folder; compares the texts only. */
function isIn(folder: string, path: string): boolean {
  const below = relative(folder, path);
  return below !== '' && below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    // A path that cannot be resolved counts as missing.
    return undefined;
  }
}
