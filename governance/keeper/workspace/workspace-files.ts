/** @module workspace: where a workspace keeps what belongs to it. */
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { createOnce } from '../../../kernel/files/create-once.ts';
import { makeFolder } from '../../../kernel/files/make-folder.ts';
import { createSqliteStore } from '../../../kernel/ledger/sqlite-file.ts';
import { socketAddress } from './socket-address.ts';
import { ensureSocketSecret } from './socket-secret.ts';

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
  /** The secret that keeper and clients know. */
  readonly socketKey: string;
  /** Checkpoints with the cosignatures of a witness over HTTP, a line each. */
  readonly cosigned: string;
  /** The secret that the webhook of approvals and the keeper know; there where one was set. */
  readonly webhookKey: string;
  /** The only folder that tools write files to. */
  readonly artifacts: string;
};

const INNER = '.plumbline';

/** A workspace often lies in a checkout, and its keys must never be committed. */
const KEPT_OUT_OF_GIT =
  '# keys, store and caches of Plumbline: kept out of git, this file too\n*\n';

/** Where things are for the workspace in `dir`; nothing is made, and nothing is read but links. */
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

/** The nearest folder upwards from `start` that holds a workspace, or null. */
export function findWorkspace(start: string): string | null {
  for (let dir = resolve(start); ; dir = dirname(dir)) {
    if (existsSync(join(dir, INNER, 'ledger.db'))) return dir;
    if (dir === dirname(dir)) return null;
  }
}

/** Makes the folders, the store, the key of the log and the secret of the socket; what is already there stays as it is. */
export function createWorkspaceFiles(dir: string): WorkspacePaths {
  const paths = makeWorkspaceFolders(dir);
  createSqliteStore(paths.store);
  return paths;
}

/** The same without the store. */
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

/** Makes the key of the log; of several processes that do so at once, one succeeds and all use its key. */
function createLogKey(path: string): void {
  const { privateKey } = generateKeyPairSync('ed25519');
  createOnce(path, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
}
