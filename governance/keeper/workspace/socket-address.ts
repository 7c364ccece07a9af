/** @module socket-address: the address of the keeper of a workspace, and checks that no other user can place a socket there. */
import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';

import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import { makeFolder } from '../../../kernel/base/files/make-folder.ts';
import { LedgerError } from '../../../kernel/ledger/ledger.ts';

/** The folder `.plumbline/` and the address of its keeper. */
export type SocketPlace = { readonly inner: string; readonly socket: string };

/** Longest address of a Unix socket on all supported systems: 103 bytes on macOS, 107 on Linux. */
const ADDRESS_LIMIT = 100;

/** Permission bits that let other users write, and that give them any access. */
const OTHERS_WRITE = 0o022;
const OTHERS = 0o077;

/**
 * The address for the workspace with this inner folder: equal for every process, independent of links and environment. A
 * socket in `.plumbline/` if its path is short enough; else one in a folder of this user in `/tmp`, which is the same for
 * every process of a machine, unlike `TMPDIR` and `XDG_RUNTIME_DIR`.
 */
export function socketAddress(inner: string): string {
  const real = realPath(inner);
  const name = sha256Hex(real).slice(0, 32);
  if (process.platform === 'win32') return `\\\\.\\pipe\\plumbline-${name}`;
  const near = join(real, 'keeper.sock');
  if (Buffer.byteLength(near) < ADDRESS_LIMIT) return near;
  return join('/tmp', `plumbline-${process.getuid?.() ?? 0}`, `${name}.sock`);
}

/** The path with resolved links, for the part that exists and is readable. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}

/**
 * Creates the folder of the socket if it is outside the workspace, and checks that only this user can write there: any
 * process that can write there could impersonate the keeper.
 *
 * @throws {LedgerError} LOCKED when it cannot be created or others can write there
 */
export function ensureSocketFolder(place: SocketPlace): void {
  if (process.platform === 'win32') return;
  const folder = dirname(place.socket);
  try {
    if (folder !== realPath(place.inner)) makeFolder(folder, 0o700);
  } catch (error) {
    throw new LedgerError('LOCKED', `\`${folder}\` cannot be created: ${String(error)}; remove it`);
  }
  const fault = folderFault(place);
  if (fault !== null) throw new LedgerError('LOCKED', fault);
}

/**
 * Why a client must not connect: the folder or the file at the address does not belong to this user alone. Null if it may,
 * also when there is no file. Links are not followed.
 */
export function socketFault(place: SocketPlace): string | null {
  if (process.platform === 'win32') return null;
  const inFolder = folderFault(place);
  if (inFolder !== null) return inFolder;
  const found = lookAt(place.socket);
  if (found === undefined) return null;
  const what = `\`${place.socket}\``;
  if (typeof found === 'string') return `${what} cannot be checked: ${found}`;
  if (!found.isSocket()) return `${what} is not a socket; remove it`;
  if (!isOurs(place, found)) return `${what} belongs to user ${found.uid}; remove it`;
  return (found.mode & OTHERS) === 0 ? null : `${what} is open to other users`;
}

function folderFault({ inner, socket }: SocketPlace): string | null {
  const folder = dirname(socket);
  const found = lookAt(folder);
  if (found === undefined) return null;
  if (typeof found === 'string') return `\`${folder}\` cannot be checked: ${found}`;
  const isInner = folder === realPath(inner);
  const others = isInner ? OTHERS_WRITE : OTHERS;
  const isPrivate = found.isDirectory() && isOurs({ inner }, found) && (found.mode & others) === 0;
  if (isPrivate) return null;
  const next = isInner ? `run \`chmod 700\` on it` : 'remove it';
  return `\`${folder}\` is not a private folder of this user; ${next}`;
}

/** Whether it belongs to the user of this process, or to the owner of the workspace. */
function isOurs({ inner }: Pick<SocketPlace, 'inner'>, { uid }: Stats): boolean {
  if (uid === process.getuid?.()) return true;
  const owner = lookAt(realPath(inner));
  return typeof owner === 'object' && owner.uid === uid;
}

/** The stats of a path without following links; undefined if it does not exist, or why it cannot be read. */
function lookAt(path: string): Stats | string | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return String(error);
  }
}
