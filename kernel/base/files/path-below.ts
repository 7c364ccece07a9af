/** @module path-below: validates a relative path that must stay below a folder. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';

/** A valid path with `/` as separator, or the reason why it is invalid. */
export type PathBelow =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly because: string };

/** Maximum length of a path and of each part of it (characters), and maximum number of parts. */
const [PATH_MAX, PART_MAX, PARTS_MAX] = [400, 120, 8];
/**
 * Valid parts: letters and digits of any script, and some characters that every file system accepts. No leading dot.
 */
const PART = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_ .,+()@&'-]*$/u;
/** Names that Windows reserves for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;

/**
 * Validates a path and returns it in composed form (NFC). No part of it may be `..`, hidden, or the name of a device.
 */
export function pathBelow(given: string): PathBelow {
  const path = given.normalize('NFC');
  if (path.length > PATH_MAX) return no(`it has more than ${PATH_MAX} characters`);
  const parts = path.split('/');
  if (parts.length > PARTS_MAX) return no(`it has more than ${PARTS_MAX} parts`);
  if (path.startsWith('/')) return no('it begins with `/`');
  for (const part of parts) {
    if (part === '..' || part === '.') return no(`a part of it is \`${part}\``);
    if (part === '' || part.length > PART_MAX) return no('a part of it is empty or too long');
    if (!PART.test(part)) return no(`\`${part}\` has a character that is not allowed in names`);
    if (/[ .]$/.test(part) || DEVICE.test(part)) return no(`\`${part}\` is not a valid file name`);
  }
  return { ok: true, path };
}

function no(because: string): PathBelow {
  return { ok: false, because };
}

/**
 * The first entry on the way from `folder` to the target of `path`, both included, that is neither a folder nor (for
 * the target) a regular file, such as a symbolic link. Null if there is no such entry; a missing entry ends the search.
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

/** Null for the error of a missing file; throws any other error. */
export function absent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
