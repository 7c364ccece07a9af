/** @module write-file-atomically: a file that a reader finds whole or not at all. */
import { rename, rm, writeFile } from 'node:fs/promises';

/** How the file is written. */
export type AtomicWrite = {
  /** Keeps two writers of one path apart: part of the name under which the file is written first. */
  readonly unique: string;
  /** Permissions of the file; default 0o600, its owner only. */
  readonly mode?: number;
};

/**
 * Writes a file beside its place and then renames it: a reader sees the old content, the new content or no file, never
 * a part. Nothing is left beside it when writing fails. The folder must exist.
 */
export async function writeFileAtomically(
  path: string,
  content: string | Uint8Array,
  { unique, mode = 0o600 }: AtomicWrite,
): Promise<void> {
  const beside = `${path}.${unique}.part`;
  try {
    await writeFile(beside, content, { mode, flag: 'wx' });
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
