/** @module store-by-digest: stores a file under a name that contains the digest of its content. */
import { randomUUID } from 'node:crypto';
import { link, open, readFile, rename, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { makeFolder } from './make-folder.ts';
import { linkOnTheWay } from './path-below.ts';
import { systemErrorText } from './system-error.ts';

/** End of the name of a file that is still being written. */
export const PART = '.part';

/**
 * How often, and after how many ms each, an empty file is read again: another process may be about to complete it. After
 * that it counts as abandoned.
 */
const [READS_MAX, READ_MS] = [20, 25];

/** How often a file is created that other processes delete meanwhile. */
const TRIES_MAX = 4;

/** A file to store. */
export type DigestFile = {
  readonly content: Uint8Array;
  readonly now: Date;
  /** Creates a hard link. Default: that of the file system. */
  readonly makeLink?: (from: string, to: string) => Promise<void>;
};

/**
 * Stores `content` at `path` below `root` (mode 0600), completely or not at all. An existing file is never replaced: one with the
 * same content gets the time `now` as its time of change, one with other content is a fault. So is a symbolic link on
 * the way. Only a file that stays empty is replaced: a process that ended while it stored the same content left it.
 *
 * @param path path of the file with `/` as separator, created by `pathBelow` or by the program
 * @returns null, or the reason why the file cannot be stored
 */
export async function storeByDigest(
  root: string,
  path: string,
  file: DigestFile,
): Promise<string | null> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await storeOnce(root, path, file);
    } catch (error) {
      // Another process may delete the file, or its folder, between two steps: old pictures are deleted.
      if (!hasCode(error, 'ENOENT') || tried === TRIES_MAX) return faultOf(error);
    }
  }
}

async function storeOnce(
  root: string,
  path: string,
  { content, now, makeLink = link }: DigestFile,
): Promise<string | null> {
  const at = join(root, ...path.split('/'));
  const blocked = await linkOnTheWay(root, path);
  if (blocked !== null) return `\`${blocked}\` is a link, or not a folder`;
  makeFolder(dirname(at), 0o700);
  await withPart(at, content, async (part) => createFile(part, at, makeLink));
  const found = await settledContent(at, content);
  const blockedNow = await linkOnTheWay(root, path);
  if (blockedNow !== null) return `\`${blockedNow}\` is a link, or not a folder`;
  if (!found.equals(content)) {
    if (found.length > 0) return `\`${at}\` exists with other content`;
    await withPart(at, content, async (part) => rename(part, at));
  }
  await utimes(at, now, now).catch((error: unknown) => {
    // The time only orders files by use; another user may own the file.
    if (hasCode(error, 'ENOENT')) throw error;
  });
  return null;
}

/** The reason in the error of a system call; throws any other error. */
function faultOf(error: unknown): string {
  const text = systemErrorText(error);
  if (text !== null) return text.message;
  if (error instanceof Error && 'syscall' in error) return error.message;
  throw error;
}

/** Writes the content durably to a file next to `at`, which exists until `use` ends. */
async function withPart(
  at: string,
  content: Uint8Array,
  use: (part: string) => Promise<void>,
): Promise<void> {
  const part = `${at}.${randomUUID()}${PART}`;
  try {
    const file = await open(part, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await use(part);
  } finally {
    await rm(part, { force: true });
  }
}

/** Creates the file `at` atomically from the file `part`; an existing one stays unchanged. */
async function createFile(
  part: string,
  at: string,
  makeLink: NonNullable<DigestFile['makeLink']>,
): Promise<void> {
  try {
    // Unlike a rename, a link never replaces an existing file.
    await makeLink(part, at);
  } catch (error) {
    // File systems without hard links give different codes (EPERM, ENOTSUP, ENOSYS, EXDEV, ...).
    if (!hasCode(error, 'EEXIST')) await renameToFree(part, at);
  }
}

/** Creates an empty file at `at`, unless there is one, and replaces it by the file `part`. */
async function renameToFree(part: string, at: string): Promise<void> {
  try {
    await (await open(at, 'wx', 0o600)).close();
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return;
    throw error;
  }
  try {
    await rename(part, at);
  } catch (error) {
    await rm(at, { force: true });
    throw error;
  }
}

/** The content of a file. While it is empty it is read again, because `renameToFree` may be about to replace it. */
async function settledContent(at: string, expected: Uint8Array): Promise<Buffer> {
  for (let read = 1; ; read += 1) {
    const found = await readFile(at);
    if (found.length > 0 || expected.length === 0 || read === READS_MAX) return found;
    await setTimeout(READ_MS);
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
