/** @module socket-address.test: the address of a keeper for every process, and checks of the files at that address. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import {
  ensureSocketFolder,
  socketAddress,
  socketFault,
} from '../../../../governance/keeper/workspace/socket-address.ts';
import {
  ensureSocketSecret,
  readSocketSecret,
} from '../../../../governance/keeper/workspace/socket-secret.ts';
import { workspacePaths } from '../../../../governance/keeper/workspace/workspace-files.ts';

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'address-')));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(dir, { recursive: true });
});

describe('the address', () => {
  const long = (): string => join(dir, 'x'.repeat(120));

  test.each([
    ['short', () => join(dir, 'ws')],
    ['long', long],
  ])('of a %s path is the same through links and in any environment', (_, at) => {
    mkdirSync(join(at(), '.plumbline'), { recursive: true });
    symlinkSync(at(), join(dir, 'link'));
    mkdirSync(join(dir, 'other'));
    symlinkSync(join(at(), '.plumbline'), join(dir, 'other', '.plumbline'));
    const { socket } = workspacePaths(at());
    vi.stubEnv('TMPDIR', join(dir, 'tmp'));
    vi.stubEnv('XDG_RUNTIME_DIR', join(dir, 'run'));
    vi.stubEnv('HOME', dir);
    for (const way of [at(), join(dir, 'link'), join(dir, 'other')]) {
      expect(workspacePaths(way).socket).toBe(socket);
    }
  });

  test('of a long path is known before the workspace is created', () => {
    const before = workspacePaths(long()).socket;
    mkdirSync(join(long(), '.plumbline'), { recursive: true });
    expect(workspacePaths(long()).socket).toBe(before);
    expect(before).toMatch(/^\/tmp\/plumbline-\d+\/[0-9a-f]{32}\.sock$/);
  });

  test('of a folder in a circle of links is still an address', () => {
    symlinkSync(join(dir, 'a'), join(dir, 'b'));
    symlinkSync(join(dir, 'b'), join(dir, 'a'));
    expect(socketAddress(join(dir, 'a', '.plumbline'))).toContain('keeper.sock');
  });
});

describe('the socket file and its folder', () => {
  const place = () => ({ inner: join(dir, 'ws'), socket: join(dir, 'run', 'k.sock') });
  const listening = async (path: string): Promise<() => void> => {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(path, resolve);
    });
    chmodSync(path, 0o600);
    return () => void server.close();
  };
  beforeEach(() => {
    mkdirSync(join(dir, 'ws'), { mode: 0o700 });
    mkdirSync(join(dir, 'run'), { mode: 0o700 });
  });

  test('nothing, or a private socket in a private folder, may be connected to', async () => {
    expect(socketFault(place())).toBeNull();
    const close = await listening(place().socket);
    expect(socketFault(place())).toBeNull();
    chmodSync(place().socket, 0o620);
    expect(socketFault(place())).toMatch(/open to other users/);
    close();
  });

  test('a folder that others may enter, a link to a private one, and a file are refused by both sides', () => {
    const refused = (): void => {
      expect(socketFault(place())).toMatch(/not a private folder/);
      expect(() => ensureSocketFolder(place())).toThrow(/private folder|cannot be created/);
    };
    chmodSync(join(dir, 'run'), 0o711);
    refused();
    rmSync(join(dir, 'run'), { recursive: true });
    mkdirSync(join(dir, 'elsewhere'), { mode: 0o700 });
    symlinkSync(join(dir, 'elsewhere'), join(dir, 'run'));
    refused();
    rmSync(join(dir, 'run'));
    writeFileSync(join(dir, 'run'), '');
    refused();
  });

  test('a workspace folder that others may only read is accepted, one that they may write to is refused', () => {
    const near = { inner: join(dir, 'ws'), socket: join(dir, 'ws', 'keeper.sock') };
    chmodSync(near.inner, 0o750);
    expect(socketFault(near)).toBeNull();
    chmodSync(near.inner, 0o770);
    expect(socketFault(near)).toMatch(/chmod 700/);
    expect(() => ensureSocketFolder(near)).toThrow(/chmod 700/);
  });

  test('a link or a file in place of the socket is refused', async () => {
    const close = await listening(join(dir, 'run', 'other.sock'));
    symlinkSync(join(dir, 'run', 'other.sock'), place().socket);
    expect(socketFault(place())).toMatch(/is not a socket/);
    rmSync(place().socket);
    writeFileSync(place().socket, '');
    expect(socketFault(place())).toMatch(/is not a socket/);
    close();
  });

  test("another user's folder is refused, unless that user owns the workspace", () => {
    const uid = process.getuid?.() ?? 0;
    vi.spyOn(process, 'getuid').mockReturnValue(uid + 1);
    expect(socketFault(place())).toBeNull();
    expect(socketFault({ ...place(), inner: join(dir, 'none') })).toMatch(/not a private folder/);
  });
});

describe('the secret', () => {
  const path = (): string => join(dir, 'socket.key');

  test('is created once, private, with 32 bytes', () => {
    ensureSocketSecret(path());
    const made = readFileSync(path(), 'utf8');
    ensureSocketSecret(path());
    expect(readSocketSecret(path()).toString('hex')).toBe(made.trimEnd());
    expect(made).toMatch(/^[0-9a-f]{64}\n$/);
  });

  test.each([
    ['that is not there', () => rmSync(path())],
    ['that others may read', () => chmodSync(path(), 0o640)],
    ['that is not whole', () => writeFileSync(path(), 'ab\n')],
    [
      'behind a link',
      () => {
        writeFileSync(join(dir, 'real'), readFileSync(path()), { mode: 0o600 });
        rmSync(path());
        symlinkSync(join(dir, 'real'), path());
      },
    ],
  ])('a secret %s is not used', (_, spoil) => {
    ensureSocketSecret(path());
    spoil();
    expect(() => readSocketSecret(path())).toThrow(/cannot be used/);
  });

  test('reports in one line that it cannot be created', () => {
    expect(() => ensureSocketSecret(join(dir, 'no', 'keys', 'socket.key'))).toThrow(
      /socket\.key` cannot be created/,
    );
  });
});
