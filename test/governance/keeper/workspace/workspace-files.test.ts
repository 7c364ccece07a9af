/** @module workspace-files.test: the files of a workspace, and the lock that only one process holds. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { openKeeperLock } from '../../../../governance/keeper/thread/keeper-lock.ts';
import { ensureSocketFolder } from '../../../../governance/keeper/workspace/socket-address.ts';
import {
  createWorkspaceFiles,
  findWorkspace,
  workspacePaths,
} from '../../../../governance/keeper/workspace/workspace-files.ts';

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'ws-')));
});
afterEach(() => rmSync(dir, { recursive: true }));

describe('workspace', () => {
  test('is found from any folder below it, the closest first', () => {
    expect(findWorkspace(dir)).toBeNull();
    createWorkspaceFiles(dir);
    const inner = join(dir, 'a', 'b');
    mkdirSync(inner, { recursive: true });
    expect(findWorkspace(inner)).toBe(dir);
    createWorkspaceFiles(join(dir, 'a'));
    expect(findWorkspace(inner)).toBe(join(dir, 'a'));
    expect(findWorkspace(dir)).toBe(dir);
  });

  test('a folder named .plumbline without a store is not a workspace', () => {
    mkdirSync(join(dir, '.plumbline'));
    expect(findWorkspace(dir)).toBeNull();
  });

  test('private files are private, and creating them again changes nothing', () => {
    const paths = createWorkspaceFiles(dir);
    const key = readFileSync(paths.logKey, 'utf8');
    for (const folder of [paths.inner, paths.keys]) {
      expect(statSync(folder).mode & 0o777).toBe(0o700);
    }
    for (const file of [paths.logKey, paths.store]) {
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
    createWorkspaceFiles(dir);
    expect(readFileSync(paths.logKey, 'utf8')).toBe(key);
  });

  test.each([
    [99, 'inside'],
    [100, 'outside'],
  ])('a socket path of %i bytes is %s the workspace', (length, where) => {
    const rest = '/.plumbline/keeper.sock'.length;
    const root = `/${'x'.repeat(length - rest - 1)}`;
    const { socket, inner } = workspacePaths(root);
    expect(socket.startsWith(inner)).toBe(where === 'inside');
    expect(Buffer.byteLength(socket)).toBeLessThan(104);
    expect(workspacePaths(root).socket).toBe(socket);
    expect(workspacePaths(`${root}y`).socket).not.toBe(socket);
  });

  test('a socket folder that others could write to is refused', () => {
    const paths = { ...workspacePaths(dir), socket: join(dir, 'shared', 'x.sock') };
    ensureSocketFolder(paths);
    expect(statSync(join(dir, 'shared')).mode & 0o777).toBe(0o700);
    rmSync(join(dir, 'shared'), { recursive: true });
    mkdirSync(join(dir, 'shared'), { mode: 0o777 });
    expect(() => ensureSocketFolder(paths)).toThrow(/private/);
    rmSync(join(dir, 'shared'), { recursive: true });
    writeFileSync(join(dir, 'shared'), '');
    expect(() => ensureSocketFolder(paths)).toThrow(/EEXIST|private/);
  });
});

describe('a workspace created by several processes at once', () => {
  test('has one key, which all of them read completely', async () => {
    const [threads, rounds] = [8, 80];
    const barrier = new Int32Array(new SharedArrayBuffer(8));
    const module = new URL('./make-workspaces.ts', import.meta.url);
    const found = await Promise.all(
      Array.from(
        { length: threads },
        () =>
          new Promise<readonly string[]>((resolve, reject) => {
            const worker = new Worker(module, { workerData: { dir, barrier, threads, rounds } });
            worker.once('message', resolve);
            worker.once('error', reject);
          }),
      ),
    );
    for (let round = 0; round < rounds; round++) {
      expect(new Set(found.map((keys) => keys[round])).size).toBe(1);
    }
    expect(new Set(found[0]).size).toBe(rounds);
    expect(found[0]?.every((key) => key.endsWith('-----END PRIVATE KEY-----\n'))).toBe(true);
    expect(readdirSync(workspacePaths(join(dir, '0')).keys)).toEqual(['log.pem', 'socket.key']);
  });
});

describe('lock', () => {
  test('is held by one process at a time, and free again when released or closed', () => {
    const path = join(dir, 'keeper.lock');
    const [a, b] = [openKeeperLock(path), openKeeperLock(path)];
    expect(a.acquire()).toBe(true);
    expect(a.acquire()).toBe(true);
    expect(b.acquire()).toBe(false);
    a.release();
    expect(b.acquire()).toBe(true);
    expect(a.acquire()).toBe(false);
    b.close();
    expect(a.acquire()).toBe(true);
    a.close();
  });

  test('a lock on a removed file does not count as the lock', () => {
    const path = join(dir, 'keeper.lock');
    const [a, b] = [openKeeperLock(path), openKeeperLock(path)];
    rmSync(path);
    const c = openKeeperLock(path);
    expect(c.acquire()).toBe(true);
    expect(a.acquire()).toBe(false);
    c.release();
    expect(b.acquire()).toBe(true);
    expect(a.acquire()).toBe(false);
    for (const lock of [a, b, c]) lock.close();
  });

  test('another file in place of the lock file is refused by name', () => {
    const path = join(dir, 'keeper.lock');
    writeFileSync(path, 'something else, '.repeat(100));
    const lock = openKeeperLock(path);
    expect(() => lock.acquire()).toThrow(/keeper\.lock/);
    lock.close();
  });
});
