/** @module path-below: a path that somebody gave, as a path below one folder and nowhere else. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';

/** A path with `/` below the folder, or why it is none. */
export type PathBelow =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly because: string };

/** Longest path and part of it (characters), and most parts. */
const [PATH_MAX, PART_MAX, PARTS_MAX] = [400, 120, 8];
/** Letters and digits of any script and a few signs that every file system takes; nothing begins with a dot. */
const PART = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_ .,+()@&'-]*$/u;
/** Names that Windows keeps for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;

/** The path, in the form that composes letters; no part of it leads upwards, is hidden or is another name for a device. */
export function pathBelow(given: string): PathBelow {
  const path = given.normalize('NFC');
  if (path.length > PATH_MAX) return no(`it has more than ${PATH_MAX} characters`);
  const parts = path.split('/');
  if (parts.length > PARTS_MAX) return no(`it has more than ${PARTS_MAX} parts`);
  if (path.startsWith('/')) return no('it begins with `/`');
  for (const part of parts) {
    if (part === '..' || part === '.') return no(`a part of it is \`${part}\``);
    if (part === '' || part.length > PART_MAX) return no('a part of it is empty or too long');
    if (!PART.test(part)) return no(`\`${part}\` has a sign that is not taken in names`);
    if (/[ .]$/.test(part) || DEVICE.test(part)) return no(`\`${part}\` is no name for a file`);
  }
  return { ok: true, path };
}

function no(because: string): PathBelow {
  return { ok: false, because };
}

/**
 * The folder among those from `folder` to what `path` names, both included where they are there, that is a link or no
 * folder; null when there is none. What `path` itself names may be a file.
 */
export async function linkOnTheWay(folder: string, path: string): Promise<string | null> {
  const parts = path.split('/');
  for (let depth = 0; depth <= parts.length; depth += 1) {
    const at = join(folder, ...parts.slice(0, depth));
    const stat = await lstat(at).catch(absent);
    if (stat === null) return null;
    const isLast = depth === parts.length;
    if (!stat.isDirectory() && !(isLast && stat.isFile())) return at;
  }
  return null;
}

/** Null for an error that says that there is no such file. */
export function absent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
