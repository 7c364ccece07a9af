/** @module workspace-files: the files and folders of a workspace. */
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { createOnce } from '../../../kernel/base/files/create-once.ts';
import { makeFolder } from '../../../kernel/base/files/make-folder.ts';
import { createSqliteStore } from '../../../kernel/ledger/sqlite-file.ts';
import { socketAddress } from './socket-address.ts';
import { ensureSocketSecret } from './socket-secret.ts';

/** Absolute paths. */
export type WorkspacePaths = {
  /** The folder that contains `.plumbline/`. */
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
  /** The shared secret of keeper and clients. */
  readonly socketKey: string;
  /** Checkpoints with the cosignatures of a witness over HTTP, one per line. */
  readonly cosigned: string;
  /** The shared secret of keeper and approval webhook; exists only if a webhook was set. */
  readonly webhookKey: string;
  /** The only folder that tools write files to. */
  readonly artifacts: string;
};

const INNER = '.plumbline';

/** Keeps a workspace inside a git checkout from committing its keys. */
const KEPT_OUT_OF_GIT =
  '# keys, store and caches of Plumbline: kept out of git, this file too\n*\n';

/** The paths of the workspace in `dir`; creates nothing, and reads only links. */
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
    socketKey: join(keys, 'socket.key'),
    cosigned: join(inner, 'cosigned.jsonl'),
    webhookKey: join(keys, 'webhook.key'),
    artifacts: join(root, 'artifacts'),
  };
}

/** The closest folder upwards from `start` with a workspace; null without one. */
export function findWorkspace(start: string): string | null {
  for (let dir = resolve(start); ; dir = dirname(dir)) {
    if (existsSync(join(dir, INNER, 'ledger.db'))) return dir;
    if (dir === dirname(dir)) return null;
  }
}

/** Creates the folders, the store, the key of the log and the secret of the socket, unless they exist. */
export function createWorkspaceFiles(dir: string): WorkspacePaths {
  const paths = makeWorkspaceFolders(dir);
  createSqliteStore(paths.store);
  return paths;
}

/** Creates all of these except the store. */
export function makeWorkspaceFolders(dir: string): WorkspacePaths {
  const paths = workspacePaths(dir);
  for (const folder of [paths.inner, paths.keys]) {
    makeFolder(folder, 0o700);
    chmodSync(folder, 0o700);
  }
  makeFolder(paths.artifacts);
  createOnce(join(paths.inner, '.gitignore'), KEPT_OUT_OF_GIT);
  if (!existsSync(paths.logKey)) createLogKey(paths.logKey);
  ensureSocketSecret(paths.socketKey);
  return paths;
}

/** Creates the key of the log. Of several concurrent processes one succeeds, and all use its key. */
function createLogKey(path: string): void {
  const { privateKey } = generateKeyPairSync('ed25519');
  createOnce(path, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
}
