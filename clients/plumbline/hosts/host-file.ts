/** @module host-file: a host's file, which is replaced only if it is still as it was read. */
import { randomUUID } from 'node:crypto';
import { chmodSync, lstatSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { makeFolder } from '../../../kernel/base/files/make-folder.ts';
import { writeFileAtomically } from '../../../kernel/base/files/write-file-atomically.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import { CliFailure } from '../failure.ts';
import { readEditableFile } from '../inputs/files.ts';

/** A host's file as it was read. */
export type HostFile = {
  readonly path: string;
  /** The file to which symbolic links at the path lead; it may not exist yet. */
  readonly real: string;
  readonly isLink: boolean;
  /** Null if there is no file. */
  readonly text: string | null;
};

/** Reads a host's file, if there is one. @throws CliFailure if it is not UTF-8, or the system error */
export function readHostFile(path: string): HostFile {
  const real = linkTarget(path);
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return { path, real, isLink, text: textIn(real) };
}

/** Writes the whole file, which keeps its mode and a symbolic link to it. @throws CliFailure if another program changed it */
export async function replaceHostFile(file: HostFile, text: string): Promise<void> {
  makeFolder(dirname(file.real));
  const mode = statSync(file.real, { throwIfNoEntry: false })?.mode;
  await writeFileAtomically(file.real, text, {
    unique: randomUUID(),
    mode: mode === undefined ? 0o644 : mode & 0o777,
    ready: (temporary) => {
      // The mode of a new file is limited by the umask; that of the old one may be wider.
      if (mode !== undefined) chmodSync(temporary, mode & 0o777);
      requireUnchanged(file);
    },
  });
}

/** Deletes the file. @throws CliFailure if another program changed it */
export function deleteHostFile(file: HostFile): void {
  requireUnchanged(file);
  rmSync(file.real, { force: true });
}

/** @throws CliFailure: hosts write their files themselves, and their changes would be lost. */
function requireUnchanged({ path, real, text }: HostFile): void {
  if (linkTarget(path) === real && textIn(real) === text) return;
  throw new CliFailure(
    `${printable(path)} was changed by another program during this command, which therefore did not change it`,
    'run the command again',
  );
}

/** The path to which symbolic links lead, also if nothing exists there. */
function linkTarget(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return path;
  return linkTarget(resolve(realpathSync(dirname(path)), readlinkSync(path)));
}

function textIn(path: string): string | null {
  try {
    return readEditableFile(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
