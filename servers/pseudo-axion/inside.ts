/** @module inside: resolves a caller's path to a file inside one folder, following links. */
import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';

/** The result of resolving a caller's path. */
export type FoundFile =
  | { readonly found: 'file'; readonly path: string; readonly bytes: number }
  | { readonly found: 'outside' | 'nothing' };

/**
 * The regular file of a path, relative to the folder or to its parent (`artifacts/…`).
 *
 * INVARIANT: the path is checked to be inside as given and again after links are followed, so that neither `..` nor a
 * link in the folder leads out; files outside are never accessed.
 */
export function fileInside(folder: string, path: string): FoundFile {
  const above = resolve(folder, '..');
  const named = [resolve(folder, path), resolve(above, path)].filter((one) => isIn(folder, one));
  if (named.length === 0 || path.includes('\0')) return { found: 'outside' };
  for (const candidate of named) {
    const real = realOf(candidate);
    if (real === undefined) continue;
    if (!isIn(realOf(folder) ?? folder, real)) return { found: 'outside' };
    const stats = statSync(real);
    if (stats.isFile()) return { found: 'file', path: real, bytes: stats.size };
  }
  return { found: 'nothing' };
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
