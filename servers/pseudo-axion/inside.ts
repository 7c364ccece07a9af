/** @module inside: a path of the caller's as a file inside one folder, links followed. */
import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';

/** What a caller's path leads to. */
export type FoundFile =
  | { readonly found: 'file'; readonly path: string; readonly bytes: number }
  | { readonly found: 'outside' | 'nothing' };

/**
 * The regular file that a path names, from the folder or from the one above it (`artifacts/…`).
 *
 * INVARIANT: whether it is inside is asked of the path as typed and again after links are followed, so neither
 * `..` nor a link in the folder leads out; what lies outside is never looked at.
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
    // What cannot be followed to its end is not there for the caller.
    return undefined;
  }
}
