/** @module secured.test: a PostgreSQL server that requires TLS and a password; no message reveals the password. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { lookAtPostgres } from '../../../../kernel/ledger/follow/postgres-look.ts';
import { runHere } from '../../../clients/run-cli.ts';
import { okHere, testWorkspace } from '../../../e2e/connect.ts';
import { machine } from './followed.ts';
import { postgresServer } from './postgres-server.ts';

const server = await postgresServer();
const reason =
  typeof server === 'string'
    ? server
    : 'the server from the environment cannot be configured by tests';
const own = typeof server === 'string' ? null : server.own;
if (own === null) process.stderr.write(`skipped, no PostgreSQL with TLS: ${reason}\n`);

const PASSWORD = 's3cret!';
const WRITTEN = encodeURIComponent(PASSWORD);
let database = '';
let port = 0;
const folders: { readonly remove: () => void }[] = [];

beforeAll(async () => {
  if (typeof server === 'string' || own === null) return;
  await server.query(
    `DROP ROLE IF EXISTS secured; CREATE ROLE secured LOGIN PASSWORD '${PASSWORD}'`,
  );
  const url = new URL(await server.freshDatabase());
  database = url.pathname;
  await server.query(`ALTER DATABASE ${database.slice(1)} OWNER TO secured`);
  port = server.port;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  for (const folder of folders) folder.remove();
  if (typeof server !== 'string') await server.stop();
});

const at = (host: string, more: string, password = WRITTEN): string =>
  `postgresql://secured:${password}@${host}:${port}${database}?${more}`;
const authority = (): string => `sslrootcert=${own?.authority ?? ''}`;

async function addToCounter(url: string): Promise<number> {
  const one = machine(url, { patienceMs: 500, name: `plumbline/${folders.length}` });
  try {
    return await one.writer.transact((tx) => tx.addCounter('c', 1));
  } finally {
    await one.end();
  }
}

describe.skipIf(own === null)('a database with TLS and a password', () => {
  test.each(['verify-full', 'verify-ca', 'require'])(
    'is written over TLS: sslmode=%s',
    async (mode) => {
      expect(await addToCounter(at('localhost', `sslmode=${mode}&${authority()}`))).toBeGreaterThan(
        0,
      );
    },
  );

  test('is written by its IP address, with the authority from the environment', async () => {
    vi.stubEnv('PGSSLROOTCERT', own?.authority);
    vi.stubEnv('PGSSLMODE', 'verify-full');
    expect(await addToCounter(at('127.0.0.1', ''))).toBeGreaterThan(0);
    vi.unstubAllEnvs();
  });

  test.each<readonly [string, () => string, RegExp]>([
    [
      'with a certificate of an unknown authority',
      () => at('localhost', 'sslmode=require'),
      /self-signed/,
    ],
    // Another notation of the same address, which the certificate does not contain.
    [
      'with a certificate for another name',
      () => at('127.1', `sslmode=verify-full&${authority()}`),
      /does not match/,
    ],
    ['without TLS', () => at('localhost', 'sslmode=disable'), /no encryption/],
    [
      'with another password',
      () => at('localhost', `sslmode=require&${authority()}`, `${WRITTEN}x`),
      /authentication failed/,
    ],
  ])('is not used %s, and the message does not reveal the password', async (_, url, message) => {
    const failed = addToCounter(url());
    await expect(failed).rejects.toMatchObject({
      code: 'UNREACHABLE',
      message: expect.stringMatching(message),
    });
    await expect(failed).rejects.not.toThrow(/s3cret/);
  });

  test('is reported by doctor with connection, tables, clock, head, lag and rights, but without the password', async () => {
    const folder = testWorkspace(false);
    folders.push(folder);
    vi.stubEnv('PLUMBLINE_DATABASE_URL', at('localhost', `sslmode=verify-full&${authority()}`));
    await okHere(folder.dir, 'init');
    const healthy = await runHere(folder.dir, ['doctor']);
    expect(healthy.out).toMatch(
      /ok +database +localhost:\d+\/\S+ TLS, version \d+\.\d+.*, connected in/,
    );
    expect(healthy.out).toMatch(/ok +tables +version 1, this program supports 1/);
    expect(healthy.out).toMatch(/ok +clock +the clock of the database is \d+ ms/);
    expect(healthy.out).toMatch(/ok +head +commit \d+, this machine is 0 commits behind/);
    expect(healthy.out).toMatch(/ok +rights +the account may read and append/);
    if (typeof server !== 'string') {
      const there = new URL(server.url);
      there.pathname = database;
      await queryAt(
        there.href,
        'UPDATE plumbline_heads SET n = n - 1; REVOKE INSERT ON plumbline_commits FROM secured',
      );
    }
    const set_back = await runHere(folder.dir, ['doctor']);
    expect(set_back.out).toMatch(
      /fail +database +the log in the database ends with commit \d+.*was restored/,
    );
    expect(set_back.out).toMatch(/fail +rights +the account lacks INSERT on plumbline_commits/);
    vi.stubEnv('PLUMBLINE_DATABASE_URL', at('localhost', 'sslmode=require'));
    const strange = await runHere(folder.dir, ['doctor']);
    expect(strange.out).toMatch(/fail +database +cannot be reached: self-signed/);
    vi.stubEnv('PLUMBLINE_DATABASE_URL', '');
    const unset = await runHere(folder.dir, ['doctor']);
    expect(unset.out).toMatch(/fail +database +this workspace follows a shared log/);
    const outputs = [healthy, set_back, strange, unset].map(({ out, err }) => out + err);
    expect(outputs.join('')).not.toMatch(/s3cret/);
  });

  test('can be inspected before its first use', async () => {
    const empty = typeof server === 'string' ? '' : await server.freshDatabase();
    const look = await lookAtPostgres(empty, 'plumbline/none', {
      followed: 0,
      now: () => Date.now(),
    });
    expect(look).toMatchObject({ tables: 0, known: 1, head: null, missing: [] });
  });
});

async function queryAt(url: string, sql: string): Promise<void> {
  const { Client } = await import('pg');
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
