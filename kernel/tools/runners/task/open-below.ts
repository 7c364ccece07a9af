/** @module open-below: opens a regular file below a root, safe against symbolic links and concurrent renames. */
import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';

import { TaskStop } from './task-stop.ts';

/** Largest file that a tool opens, bytes. */
const FILE_BYTES_MAX = 536_870_912;

/** An open file, and its path relative to the root, with links resolved and `/` as separator. */
export type FoundFile = { readonly handle: FileHandle; readonly below: string };

/**
 * Opens a file below `root` and follows symbolic links that stay below it. The caller must close the handle, and must
 * check first whether the file may be read.
 *
 * @throws {TaskStop} TOOL_UNSAFE for a path that leaves the root or is not a regular file, TOOL_FAIL for a missing
 *   file, BOUND_DATA for a file that is too large
 */
export async function openBelow(root: string, path: string): Promise<FoundFile> {
  assertBelow(root, path);
  const top = await realpath(root).catch(() => undefined);
  if (top === undefined) throw missingFile(path);
  const real = await realpath(join(top, path)).catch(() => undefined);
  if (real === undefined) throw missingFile(path);
  if (!isBelow(top, real)) throw unsafe(path, 'it leads out of the data folder');
  const handle = await openFile(real, path);
  try {
    const held = await handle.stat();
    if (!held.isFile()) throw unsafe(path, 'it is not a regular file');
    // The path must still resolve to the opened file: a link may have been swapped meanwhile
    const again = await realpath(join(top, path)).catch(() => undefined);
    const named = again === real ? await stat(real) : undefined;
    if (named?.ino !== held.ino || named.dev !== held.dev) {
      throw unsafe(path, 'it changed while it was opened');
    }
    if (held.size > FILE_BYTES_MAX) {
      throw new TaskStop(
        'BOUND_DATA',
        `file \`${path}\` has ${held.size} bytes, at most ${FILE_BYTES_MAX} are read`,
      );
    }
    return { handle, below: relative(top, real).replaceAll(sep, '/') };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Checks only the text of a path, so that a refusal reveals nothing about files.
 *
 * @throws {TaskStop} TOOL_UNSAFE for a path that is absolute or leaves `root`
 */
export function assertBelow(root: string, path: string): void {
  if (path.includes('\0') || isAbsolute(path) || /^[a-zA-Z]:/.test(path)) {
    throw unsafe(path, 'give a path relative to the data folder');
  }
  if (!isBelow(root, join(root, path))) throw unsafe(path, 'it leaves the data folder');
}

function isBelow(top: string, path: string): boolean {
  const way = relative(top, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function openFile(real: string, path: string): Promise<FileHandle> {
  try {
    // Without O_NONBLOCK, opening a FIFO would block until a writer opens it
    return await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    throw missingFile(path);
  }
}

function unsafe(path: string, why: string): TaskStop {
  return new TaskStop('TOOL_UNSAFE', `path \`${path}\` is refused: ${why}`, { path });
}

/** The refusal of a file that does not exist or may not be read. */
export function missingFile(path: string): TaskStop {
  return new TaskStop(
    'TOOL_FAIL',
    `there is no file \`${path}\` below \`artifacts/\` that you may read`,
    {
      path,
    },
  );
}
