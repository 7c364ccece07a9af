/** @module remove-picture: deletes a stored picture, and no other file. */
import { constants } from 'node:fs';
import { lstat, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { sha256Hex } from '../../kernel/base/canonical/hash.ts';
import { absent, linkOnTheWay } from '../../kernel/base/files/path-below.ts';

/** Name of a stored picture. */
export const PICTURE_NAME = /^([0-9a-f]{64})\.png$/u;

/** A file at the time when it was measured: path below `artifacts/`, bytes, and time of change, ms. */
export type Measured = {
  readonly path: string;
  readonly bytes: number;
  readonly used_ms: number;
};

/**
 * - `gone`: deleted, by this call or by another process.
 * - `used`: it was used again after it was measured, so it stays.
 * - `foreign`: its content does not have the digest of its name, or the way to it leads through a link; it stays.
 */
export type Removal = 'gone' | 'used' | 'foreign';

/**
 * Deletes a picture. The checks are made directly before, since other processes store and delete pictures too, and a
 * user may replace a folder by a link.
 *
 * @throws the system error if it can be neither read nor deleted
 */
export async function removePicture(root: string, measured: Measured): Promise<Removal> {
  const { path, used_ms, bytes } = measured;
  const at = join(root, ...path.split('/'));
  const own = await isPicture(root, path);
  if (own === null) return 'gone';
  if (!own || (await linkOnTheWay(root, path)) !== null) return 'foreign';
  const stat = await lstat(at).catch(absent);
  if (stat === null) return 'gone';
  if (stat.mtimeMs !== used_ms || stat.size !== bytes) return 'used';
  await rm(at, { force: true });
  return 'gone';
}

/** Whether a file has the content that its name states, and no link leads to it; null if it is gone. */
export async function isPicture(root: string, path: string): Promise<boolean | null> {
  if ((await linkOnTheWay(root, path)) !== null) return false;
  const content = await contentAt(join(root, ...path.split('/')));
  if (content === null) return null;
  const [, digest] = PICTURE_NAME.exec(path.slice(path.lastIndexOf('/') + 1)) ?? [];
  return sha256Hex(content) === digest;
}

/** The content of a file that is not a link; null if there is none. */
async function contentAt(at: string): Promise<Buffer | null> {
  const { O_NOFOLLOW, O_RDONLY } = constants;
  await using file = await open(at, O_RDONLY | O_NOFOLLOW).catch(absent);
  return file === null ? null : await file.readFile();
}
