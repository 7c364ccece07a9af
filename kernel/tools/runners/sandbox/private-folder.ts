/** @module private-folder: checks that a folder outside the workspace is private to its user. */
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Mode bits of the group and of others. */
const OTHERS = 0o077;

/**
 * Creates a folder (0700) if it is missing. Returns why it is not private, or `null` if it is: a folder, not a link,
 * that belongs to this user, is closed to all others, and is writable. On Windows, which protects a user's folders
 * itself, it must only be writable.
 */
export async function whyNotPrivate(folder: string): Promise<string | null> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = await lstat(folder).then((found) => {
      if (!found.isDirectory()) throw new Error('it is not a folder');
      return found;
    });
    const own = process.getuid?.();
    if (own !== undefined && uid !== own) return `it belongs to user ${uid}, not to ${own}`;
    if (own !== undefined && (mode & OTHERS) !== 0) {
      return `other users have access to it (mode ${(mode & 0o777).toString(8)}, expected 700)`;
    }
    const probe = join(folder, `${randomUUID()}.part`);
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
    await rm(probe);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
