/** @module witness-path: whether a file can be the witness of a workspace: outside of it, wherever its links lead. */
import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';

/** Why a file may not be the witness of the workspace in `dir`, null where it may. The file need not be there yet. */
export function witnessPathFault(dir: string, path: string): string | null {
  if (!isAbsolute(path)) return 'is not an absolute path';
  const inner = relative(resolved(dir), resolved(path));
  const isOutside = inner === '..' || inner.startsWith(`..${sep}`) || isAbsolute(inner);
  return isOutside ? null : 'lies inside the workspace, where who rewrites the log rewrites it too';
}

/** The path without links, as far as it is there. */
function resolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(resolved(parent), basename(path));
  }
}
