/** @module write-file-atomically: writes a file so that readers never see partial content. */
import { rename, rm, writeFile } from 'node:fs/promises';

/** Options of an atomic write. */
export type AtomicWrite = {
  /** Part of the name of the temporary file; must differ between concurrent writers of one path. */
  readonly unique: string;
  /** Permissions of the file; default 0o600, its owner only. */
  readonly mode?: number;
  /** Called with the path of the complete temporary file just before it is renamed. If it throws, the old content stays. */
  readonly ready?: (temporary: string) => void;
};

/**
 * Writes a temporary file next to the path and renames it. A reader sees the old content, the new content or no file,
 * never partial content. The temporary file is removed if writing fails. The folder must exist.
 */
export async function writeFileAtomically(
  path: string,
  content: string | Uint8Array,
  { unique, mode = 0o600, ready }: AtomicWrite,
): Promise<void> {
  const part = `${path}.${unique}.part`;
  try {
    await writeFile(part, content, { mode, flag: 'wx' });
    ready?.(part);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
