/** @module open-below: opens a regular file below a root, safe against symbolic links and concurrent renames. */
import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';

import { TaskStop } from './task-stop.ts';

/** Bytes of a file that a tool opens, at most. */
const FILE_BYTES_MAX = 536_870_912;

/**
 * Opens a file below `root`, after all symbolic links are followed. Throws `TaskStop`: TOOL_UNSAFE for a path that
 * leaves the root or is not a regular file, TOOL_FAIL for a missing file, BOUND_DATA for one that is too large.
 * The caller closes the handle.
 */
export async function openBelow(root: string, path: string): Promise<FileHandle> {
  if (path.includes('\0') || isAbsolute(path) || /^[a-zA-Z]:/.test(path)) {
    throw unsafe(path, 'give a path relative to the data folder');
  }
  const top = await realpath(root);
  const real = await realpath(join(top, path)).catch(() => undefined);
  // Checked first, so that a refusal does not reveal whether a file outside the root exists
  if (!isBelow(top, join(top, path))) throw unsafe(path, 'it leaves the data folder');
  if (real === undefined) throw missing(path);
  if (!isBelow(top, real)) throw unsafe(path, 'it leads out of the data folder');
  const handle = await openFile(real, path);
  try {
    const held = await handle.stat();
    if (!held.isFile()) throw unsafe(path, 'it is not a regular file');
    // The path must still resolve to the opened file; otherwise a link was swapped in between
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
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
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
    throw missing(path);
  }
}

function unsafe(path: string, why: string): TaskStop {
  return new TaskStop('TOOL_UNSAFE', `path \`${path}\` is refused: ${why}`, { path });
}

function missing(path: string): TaskStop {
  return new TaskStop('TOOL_FAIL', `file \`${path}\` cannot be opened in the data folder`, {
    path,
  });
}
