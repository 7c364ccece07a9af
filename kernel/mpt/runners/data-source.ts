/** @module data-source: where a table's bytes come from: a regular file below a root, or the call itself. */
import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';

import { TABLE_MAX } from './data-bounds.ts';
import { TaskStop } from './task-stop.ts';

/** Bytes in a form that a thread can be given; a descriptor belongs to the whole process. */
export type DataSource =
  | { readonly kind: 'file'; readonly fd: number; readonly size: number }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

/** Most bytes that a call may carry itself. */
export const INLINE_BYTES_MAX = 8_388_608;

/**
 * Opens a file below `root`, after all symbolic links are followed. Throws `TaskStop`: TOOL_UNSAFE for a path that
 * leaves the root or is no regular file, TOOL_FAIL for one that is not there, BOUND_DATA for one that is too large.
 * The caller closes the handle.
 */
export async function openBelow(root: string, path: string): Promise<FileHandle> {
  if (path.includes('\0') || isAbsolute(path) || /^[a-zA-Z]:/.test(path))
    throw unsafe(path, 'give a path relative to the data folder');
  const top = await realpath(root);
  const real = await realpath(join(top, path)).catch(() => undefined);
  // Whether something exists outside the root is none of the caller's business
  if (!isBelow(top, join(top, path))) throw unsafe(path, 'it leaves the data folder');
  if (real === undefined) throw missing(path);
  if (!isBelow(top, real)) throw unsafe(path, 'it leads out of the data folder');
  const handle = await openFile(real, path);
  try {
    const held = await handle.stat();
    if (!held.isFile()) throw unsafe(path, 'it is not a regular file');
    // The name must still mean the file that was opened, or a link was swapped in between
    const again = await realpath(join(top, path)).catch(() => undefined);
    const named = again === real ? await stat(real) : undefined;
    if (named?.ino !== held.ino || named.dev !== held.dev)
      throw unsafe(path, 'it changed while it was opened');
    if (held.size > TABLE_MAX.file_bytes)
      throw new TaskStop(
        'BOUND_DATA',
        `file \`${path}\` has ${held.size} bytes, at most ${TABLE_MAX.file_bytes} are read`,
      );
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Reads a file in equal pieces of 64 KiB, or inline bytes at once. */
export async function* chunksOf(source: DataSource, read: ReadAt): AsyncGenerator<Uint8Array> {
  if (source.kind === 'bytes') {
    for (let at = 0; at < source.bytes.length; at += CHUNK_BYTES)
      yield source.bytes.subarray(at, at + CHUNK_BYTES);
    return;
  }
  for (let at = 0; ;) {
    const chunk = new Uint8Array(CHUNK_BYTES);
    const got = await read(source.fd, chunk, at);
    if (got === 0) return;
    at += got;
    yield chunk.subarray(0, got);
  }
}

/** Reads bytes of a descriptor at a position; resolves to how many. */
export type ReadAt = (fd: number, into: Uint8Array, position: number) => Promise<number>;

const CHUNK_BYTES = 65_536;

function isBelow(top: string, path: string): boolean {
  const way = relative(top, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function openFile(real: string, path: string): Promise<FileHandle> {
  try {
    // A FIFO would wait for a writer for ever without O_NONBLOCK
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
