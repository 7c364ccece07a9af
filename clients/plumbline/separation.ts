/** @module separation: whether agents run as the owner of the store and the keys, and what a program of a user can do. */
import { existsSync, readdirSync, type Stats, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';

import {
  type WorkspacePaths,
  workspacePaths,
} from '../../governance/keeper/workspace/workspace-files.ts';

/** A user of the operating system: uid, and the gids of its groups. */
export type SystemUser = { readonly uid: number; readonly gids: readonly number[] };

/** Owner of the store, and what a user can do with the store and the keys. */
export type Separation = {
  readonly owner_uid: number;
  readonly can: readonly string[];
};

/** The user of this process; null on systems without uids (Windows). */
export function currentUser(): SystemUser | null {
  const uid = process.getuid?.();
  return uid === undefined ? null : { uid, gids: process.getgroups?.() ?? [] };
}

/** Permission bits of a mode, for one class of users. */
const READ = 4;
const WRITE = 2;
const SEARCH = 1;

/** Whether a user has a permission. The owner has it, because the owner may change the mode; root needs no mode. */
export function permits(
  user: SystemUser,
  { uid, gid, mode }: Pick<Stats, 'uid' | 'gid' | 'mode'>,
  bit: number,
): boolean {
  if (user.uid === 0 || user.uid === uid) return true;
  return ((user.gids.includes(gid) ? mode >> 3 : mode) & bit) !== 0;
}

/** The owner of a workspace, and what a program of this user can do with it according to owners and modes. */
export function separationOf(paths: WorkspacePaths, user: SystemUser): Separation {
  const inner = statSync(paths.inner);
  const owner_uid = inner.uid;
  // A user who can rename the folder can replace the workspace.
  const outside = permits(user, statSync(paths.dir), WRITE) ? ['replace the workspace'] : [];
  if (!permits(user, inner, SEARCH)) return { owner_uid, can: outside };
  const may = (path: string, bit: number): boolean => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found !== undefined && permits(user, found, bit);
  };
  const inKeys = may(paths.keys, SEARCH);
  const approvers = inKeys ? readableKeys(join(paths.keys, 'approvers'), may) : 0;
  return {
    owner_uid,
    can: [
      ...(may(paths.store, WRITE) ? ['speak as any agent', 'write entries'] : []),
      ...(!may(paths.store, WRITE) && may(paths.store, READ) ? ['read the store'] : []),
      ...(inKeys && may(paths.logKey, READ) ? ['sign checkpoints'] : []),
      ...(approvers > 0 ? [`guess at approvers' passphrases (${approvers} key files)`] : []),
      ...outside,
    ],
  };
}

function readableKeys(folder: string, may: (path: string, bit: number) => boolean): number {
  if (!may(folder, READ)) return 0;
  return readdirSync(folder).filter(
    (name) => name.endsWith('.pem') && may(join(folder, name), READ),
  ).length;
}

/** The nearest workspace upwards from a folder if this user cannot read it; else null. */
export function unreadableWorkspace(start: string, user: SystemUser): WorkspacePaths | null {
  for (let dir = resolve(start); ; dir = dirname(dir)) {
    const paths = workspacePaths(dir);
    if (existsSync(paths.inner)) return permits(user, statSync(paths.inner), SEARCH) ? null : paths;
    if (dir === dirname(dir)) return null;
  }
}
