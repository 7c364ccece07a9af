/** @module private-folder: whether files for programs may be kept in a folder outside the workspace. */
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const OTHERS = 0o077;

/**
 * Makes a folder (0700) unless it is there, and says why it cannot be used, or `null`: it must be a folder, no link, of
 * this user, open to nobody else, and writable. Windows keeps a user's folders by its own rules: there it must be
 * writable.
 */
export async function whyNotPrivate(folder: string): Promise<string | null> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = await lstat(folder).then((found) => {
      if (!found.isDirectory()) throw new Error('it is no folder');
      return found;
    });
    const own = process.getuid?.();
    if (own !== undefined && uid !== own) return `it belongs to user ${uid}, not to ${own}`;
    if (own !== undefined && (mode & OTHERS) !== 0) {
      return `others may use it (mode ${(mode & 0o777).toString(8)}, want 700)`;
    }
    const probe = join(folder, `${randomUUID()}.part`);
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
    await rm(probe);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
