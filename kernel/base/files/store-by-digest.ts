/** @module store-by-digest: stores a file under a name that contains the digest of its content. */
import { randomUUID } from 'node:crypto';
import { link, open, readFile, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { makeFolder } from './make-folder.ts';
import { linkOnTheWay } from './path-below.ts';
import { systemErrorText } from './system-error.ts';

/** End of the name of a file that is still being written. */
export const PART = '.part';

/**
 * Stores `content` at `path` below `root` (mode 0600), completely or not at all. An existing file is never replaced: one with the
 * same content gets the time `now` as its time of change, one with other content is a fault. So is a symbolic link on
 * the way.
 *
 * @param path path of the file with `/` as separator, created by `pathBelow` or by the program
 * @returns null, or the reason why the file cannot be stored
 */
export async function storeByDigest(
  root: string,
  path: string,
  { content, now }: { readonly content: Uint8Array; readonly now: Date },
): Promise<string | null> {
  const at = join(root, ...path.split('/'));
  try {
    const blocked = await linkOnTheWay(root, path);
    if (blocked !== null) return `\`${blocked}\` is a link, or not a folder`;
    makeFolder(dirname(at), 0o700);
    await createFile(at, content);
    const blockedNow = await linkOnTheWay(root, path);
    if (blockedNow !== null) return `\`${blockedNow}\` is a link, or not a folder`;
    if (!(await readFile(at)).equals(content)) return `\`${at}\` exists with other content`;
    await utimes(at, now, now);
    return null;
  } catch (error) {
    const text = systemErrorText(error);
    if (text === null) throw error;
    return text.message;
  }
}

/** Creates a file atomically and durably; an existing one stays unchanged. */
async function createFile(at: string, content: Uint8Array): Promise<void> {
  const part = `${at}.${randomUUID()}${PART}`;
  try {
    const file = await open(part, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    // Unlike a rename, a link never replaces an existing file.
    await link(part, at).catch(acceptExisting);
  } finally {
    await rm(part, { force: true });
  }
}

function acceptExisting(error: unknown): void {
  if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
  throw error;
}
