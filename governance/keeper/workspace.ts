/** @module workspace: where a workspace keeps what belongs to it. */
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { sha256Hex } from '../../kernel/canonical/hash.ts';
import { LedgerError } from '../../kernel/ledger/ledger.ts';
import { createSqliteStore } from '../../kernel/ledger/sqlite-file.ts';

/** Absolute paths. */
export type WorkspacePaths = {
  /** The folder that holds `.plumbline/`. */
  readonly dir: string;
  /** `.plumbline/`, private to the user. */
  readonly inner: string;
  readonly store: string;
  readonly lock: string;
  /** Address of the keeper: a Unix socket, a named pipe on Windows. */
  readonly socket: string;
  readonly keys: string;
  /** The private key that signs checkpoints, unencrypted PKCS #8 PEM. */
  readonly logKey: string;
  /** The only folder that tools write files to. */
  readonly artifacts: string;
};

const INNER = '.plumbline';

/** Longest address of a Unix socket on every system that we know: 103 bytes on macOS, 107 on Linux. */
const SOCKET_PATH_LIMIT = 100;

/** Where things are for the workspace in `dir`; nothing is read or made. */
export function workspacePaths(dir: string): WorkspacePaths {
  const root = resolve(dir);
  const inner = join(root, INNER);
  const keys = join(inner, 'keys');
  return {
    dir: root,
    inner,
    store: join(inner, 'ledger.db'),
    lock: join(inner, 'keeper.lock'),
    socket: socketAddress(inner),
    keys,
    logKey: join(keys, 'log.pem'),
    artifacts: join(root, 'artifacts'),
  };
}

/** The nearest folder upwards from `start` that holds a workspace, or null. */
export function findWorkspace(start: string): string | null {
  for (let dir = resolve(start); ; dir = dirname(dir)) {
    if (existsSync(join(dir, INNER, 'ledger.db'))) return dir;
    if (dir === dirname(dir)) return null;
  }
}

/** Makes the folders, the store and the key of the log; what is already there stays as it is. */
export function createWorkspaceFiles(dir: string): WorkspacePaths {
  const paths = workspacePaths(dir);
  for (const folder of [paths.inner, paths.keys]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
  }
  mkdirSync(paths.artifacts, { recursive: true });
  if (!existsSync(paths.logKey)) {
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(paths.logKey, pem, { mode: 0o600, flag: 'wx' });
  }
  createSqliteStore(paths.store);
  return paths;
}

/**
 * Makes the folder of the socket where it lies outside the workspace, and makes sure that it is ours alone: who can
 * write there could stand in for the keeper.
 *
 * @throws {LedgerError} LOCKED when the folder belongs to somebody else
 */
export function ensureSocketFolder(paths: WorkspacePaths): void {
  const folder = dirname(paths.socket);
  if (folder === paths.inner || process.platform === 'win32') return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0) {
    throw new LedgerError(
      'LOCKED',
      `\`${folder}\` is not a private folder of this user; remove it`,
    );
  }
}

function socketAddress(inner: string): string {
  const name = sha256Hex(inner).slice(0, 32);
  if (process.platform === 'win32') return `\\\\.\\pipe\\plumbline-${name}`;
  const near = join(inner, 'keeper.sock');
  if (Buffer.byteLength(near) < SOCKET_PATH_LIMIT) return near;
  return join(tmpdir(), `plumbline-${userInfo().uid}`, `${name}.sock`);
}
