/** @module witness-path: checks that a witness file is outside its workspace, after resolving links. */
import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';

/** Why a file cannot be the witness of the workspace in `dir`; null if it can. The file need not exist yet. */
export function witnessPathFault(dir: string, path: string): string | null {
  if (!isAbsolute(path)) return 'is not an absolute path';
  const inner = relative(resolvePath(dir), resolvePath(path));
  const isOutside = inner === '..' || inner.startsWith(`..${sep}`) || isAbsolute(inner);
  return isOutside
    ? null
    : 'is inside the workspace, where it can be rewritten together with the log';
}

/** The path with resolved links, for the part that exists. */
function resolvePath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(resolvePath(parent), basename(path));
  }
}
