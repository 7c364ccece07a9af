/** @module create-once: makes a file that several processes may want to make at the same moment. */
import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Makes a file (0600), whole or not at all; a file that is already there stays as it is. Of several that make it at
 * once, one succeeds and all find its content. The folder must exist.
 *
 * @returns whether this call made the file
 */
export function createOnce(path: string, content: string | Uint8Array): boolean {
  if (existsSync(path)) return false;
  const beside = `${path}.${randomUUID()}.part`;
  writeFileSync(beside, content, { mode: 0o600, flag: 'wx' });
  try {
    // Unlike a rename, a link never replaces what is there.
    linkSync(beside, path);
    return true;
  } catch (error) {
    if (!existsSync(path)) throw error;
    return false;
  } finally {
    rmSync(beside, { force: true });
  }
}
