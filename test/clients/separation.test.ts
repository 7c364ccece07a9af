/** @module separation.test: what another user can do with a workspace according to owners and modes of its files. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeEach, expect, it, test } from 'vitest';

import {
  unreadableWorkspace,
  currentUser,
  permits,
  separationOf,
  type SystemUser,
} from '../../clients/plumbline/separation.ts';
import {
  createWorkspaceFiles,
  type WorkspacePaths,
} from '../../governance/keeper/workspace/workspace-files.ts';
import { scratch } from './run-cli.ts';

const place = scratch();
const self = currentUser() ?? { uid: 0, gids: [] };
const GROUP = process.getgid?.() ?? 0;
/** Users other than that of this test: one without and one with its group. */
const stranger: SystemUser = { uid: self.uid + 1, gids: [] };
const colleague: SystemUser = { uid: self.uid + 1, gids: [GROUP] };
let paths: WorkspacePaths;
let key: string;

beforeEach(() => {
  paths = createWorkspaceFiles(place.dir);
  key = join(paths.keys, 'approvers', 'alice.pem');
  mkdirSync(join(paths.keys, 'approvers'), { recursive: true, mode: 0o700 });
  writeFileSync(key, 'encrypted', { mode: 0o600 });
  chmodSync(paths.dir, 0o700);
  chmodSync(paths.store, 0o600);
  chmodSync(paths.logKey, 0o600);
});
afterAll(place.remove);

const EVERYTHING = [
  'speak as any agent',
  'write entries',
  'sign checkpoints',
  "guess at approvers' passphrases (1 key files)",
  'replace the workspace',
];

it.each<[string, SystemUser, number, boolean]>([
  ['root', { uid: 0, gids: [] }, 0o000, true],
  ['the owner, who may change the mode', { uid: 7, gids: [] }, 0o000, true],
  ['the group', { uid: 8, gids: [9, 7] }, 0o040, true],
  ['the group, though others may', { uid: 8, gids: [7] }, 0o604, false],
  ['another group', { uid: 8, gids: [9] }, 0o640, false],
  ['others', { uid: 8, gids: [9] }, 0o604, true],
])('a file of uid 7 and gid 7 can be read by %s', (_who, user, mode, want) => {
  expect(permits(user, { uid: 7, gid: 7, mode }, 4)).toBe(want);
});

test('the owner can do everything, other users nothing', () => {
  const owner_uid = self.uid;
  expect(separationOf(paths, self)).toEqual({ owner_uid, can: EVERYTHING });
  for (const user of [stranger, colleague]) {
    expect(separationOf(paths, user)).toEqual({ owner_uid, can: [] });
  }
});

it.each<[string, () => void, readonly string[]]>([
  ['the folder is open and nothing in it', () => {}, []],
  ['others may read the store', () => chmodSync(paths.store, 0o604), ['read the store']],
  [
    'others may write the store',
    () => chmodSync(paths.store, 0o606),
    ['speak as any agent', 'write entries'],
  ],
  ['others may read the log key behind a closed folder', () => chmodSync(paths.logKey, 0o604), []],
  [
    'others may read the log key',
    () => {
      chmodSync(paths.keys, 0o701);
      chmodSync(paths.logKey, 0o604);
    },
    ['sign checkpoints'],
  ],
])('if %s, another user can do exactly that', (_what, open, can) => {
  chmodSync(paths.inner, 0o701);
  open();
  expect(separationOf(paths, stranger).can).toEqual(can);
});

test('a user who can rename files in the folder can replace even an unreadable workspace', () => {
  chmodSync(paths.dir, 0o703);
  expect(separationOf(paths, stranger).can).toEqual(['replace the workspace']);
});

test('group permissions apply to members of the group', () => {
  chmodSync(paths.inner, 0o710);
  chmodSync(paths.store, 0o660);
  expect(separationOf(paths, colleague).can).toEqual(['speak as any agent', 'write entries']);
  expect(separationOf(paths, stranger).can).toEqual([]);
});

test('an unreadable workspace is found from inside its folder, only for users who cannot read it', () => {
  const deep = join(place.dir, 'a', 'b');
  mkdirSync(deep, { recursive: true });
  expect(unreadableWorkspace(deep, stranger)?.dir).toBe(place.dir);
  expect(unreadableWorkspace(deep, self)).toBeNull();
  expect(unreadableWorkspace(join(place.dir, '..'), stranger)).toBeNull();
});
