/** @module create-once: creates a file exactly once, also if several processes try it at the same time. */
import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Creates a file (mode 0600) atomically; an existing file stays unchanged. Of several concurrent calls exactly one
 * creates the file, and all of them find its content. The folder must exist.
 *
 * @returns whether this call created the file
 */
export function createOnce(path: string, content: string | Uint8Array): boolean {
  if (existsSync(path)) return false;
  const part = `${path}.${randomUUID()}.part`;
  writeFileSync(part, content, { mode: 0o600, flag: 'wx' });
  try {
    // Unlike a rename, a link never replaces an existing file.
    linkSync(part, path);
    return true;
  } catch (error) {
    if (!existsSync(path)) throw error;
    return false;
  } finally {
    rmSync(part, { force: true });
  }
}
