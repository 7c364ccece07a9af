/** @module following-writer.test: several machines that share a log in a real PostgreSQL server. */
import { afterAll, describe, expect, test } from 'vitest';

import { verifyChain } from '../../../../kernel/base/canonical/chain.ts';
import { Interrupted } from '../../../../kernel/ledger/follow/commit-log.ts';
import { openSqliteReader } from '../../../../kernel/ledger/sqlite-reader.ts';
import { ledgerContract } from '../ledger-contract.ts';
import { codeOf } from '../open-store.ts';
import { auditRows, eventRow } from '../rows.ts';
import { cuttableProxy } from './cuttable-proxy.ts';
import { machine, type Machine } from './followed.ts';
import { postgresServer } from './postgres-server.ts';

const server = await postgresServer();
if (typeof server === 'string') process.stderr.write(`skipped, no PostgreSQL: ${server}\n`);
const freshDatabase = async (): Promise<string> =>
  typeof server === 'string' ? '' : server.freshDatabase();
afterAll(async () => {
  if (typeof server !== 'string') await server.stop();
});

/** Appends one audit entry, as every tool call does. */
async function appendEntry({ writer }: Machine, body: string): Promise<void> {
  await writer.transact(async (tx) => tx.appendAudit(auditRows(await tx.auditHead(), [body])));
}

async function chainOf({ path }: Machine): Promise<readonly string[]> {
  const reader = openSqliteReader(path);
  const rows = reader.auditAfter(0, 10_000);
  reader.close();
  expect(verifyChain(rows).ok).toBe(true);
  return rows.map(({ body }) => body);
}

describe.skipIf(typeof server === 'string')('on PostgreSQL', () => {
  // A new log is as empty as a new database, and faster to create.
  let logs = 0;
  const shared = freshDatabase();
  ledgerContract('following a log in PostgreSQL', async () => {
    logs += 1;
    const { writer, path, end } = machine(await shared, { name: `plumbline/${logs}` });
    return {
      // The contract closes the writer before it cleans up.
      writer: { ...writer, reader: writer.reader, close: () => undefined },
      openReader: () => openSqliteReader(path),
      cleanup: end,
    };
  });

  test('each machine sees the commits of the other before it writes', async () => {
    const url = await freshDatabase();
    const [one, two] = [machine(url), machine(url)];
    for (let i = 0; i < 5; i += 1) {
      await appendEntry(one, `one ${i}`);
      await appendEntry(two, `two ${i}`);
    }
    await one.writer.follow();
    const chain = await chainOf(two);
    expect(chain).toEqual([0, 1, 2, 3, 4].flatMap((i) => [`one ${i}`, `two ${i}`]));
    expect(await chainOf(one)).toEqual(chain);
    expect(one.followed).toHaveLength(5);
    expect(await one.writer.follow()).toBe(false);
    await Promise.all([one.end(), two.end()]);
  });

  test('concurrent transactions lose no write, and each runs at most twice', async () => {
    const url = await freshDatabase();
    const machines = [machine(url), machine(url), machine(url)];
    const writes = machines.flatMap((each, m) =>
      Array.from({ length: 20 }, (_, i) =>
        each.writer.transact(async (tx) => {
          await tx.appendEvents([eventRow()]);
          await tx.appendAudit(auditRows(await tx.auditHead(), [`${m} ${i}`]));
          return tx.addCounter('c', 1);
        }),
      ),
    );
    const values = await Promise.all(writes);
    expect(values.toSorted((a, b) => a - b)).toEqual(values.map((_, i) => i + 1));
    const chains: (readonly string[])[] = [];
    for (const each of machines) {
      await each.writer.follow();
      chains.push(await chainOf(each));
      expect(await each.writer.reader.headSeq()).toBe(60);
      expect(await each.writer.reader.counter('c')).toBe(60);
      expect(each.repeats()).toBeLessThanOrEqual(20);
    }
    expect(new Set(chains[0]).size).toBe(60);
    expect(chains).toEqual([chains[0], chains[0], chains[0]]);
    await Promise.all(machines.map(({ end }) => end()));
  });

  test('a transaction without writes reads the newest state of the log', async () => {
    const url = await freshDatabase();
    const [one, two] = [machine(url), machine(url)];
    const count = () => two.writer.transact((tx) => tx.counter('c'));
    expect(await count()).toBe(0);
    await one.writer.transact((tx) => tx.addCounter('c', 4));
    expect(await count()).toBe(4);
    await Promise.all([one.end(), two.end()]);
  });

  test('counters of one machine are not copied to others', async () => {
    const url = await freshDatabase();
    const [one, two] = [machine(url), machine(url)];
    expect(await one.writer.transact((tx) => tx.addCounter('keeper/epoch', 3))).toBe(3);
    expect(await two.writer.transact((tx) => tx.addCounter('keeper/epoch', 1))).toBe(1);
    expect(await one.writer.follow()).toBe(false);
    await Promise.all([one.end(), two.end()]);
  });

  /** A machine that loses its connection at its first append; `done`: whether the database executes this append. */
  const losing = (url: string, done: boolean, onFollowed = (): void => undefined): Machine => {
    let lost = false;
    return machine(url, {
      onFollowed,
      log: (log) => ({
        ...log,
        append: async (row) => {
          if (lost) return log.append(row);
          lost = true;
          if (done) await log.append(row);
          throw new Interrupted('lost');
        },
      }),
    });
  };
  test.each([true, false])(
    'a commit whose answer was lost is applied once (the database had executed it: %s)',
    async (done) => {
      const url = await freshDatabase();
      const one = losing(url, done);
      expect(await one.writer.transact((tx) => tx.addCounter('c', 1))).toBe(1);
      expect(await one.writer.reader.counter('c')).toBe(1);
      expect(one.followed).toHaveLength(done ? 1 : 0);
      await one.end();
    },
  );

  test('a commit in the log is reported as committed although a follower throws', async () => {
    const url = await freshDatabase();
    let throws = true;
    const onFollowed = (): void => {
      if (throws) throw new Error('the follower is broken');
    };
    const one = losing(url, true, onFollowed);
    expect(await one.writer.transact((tx) => tx.addCounter('c', 1))).toBe(1);
    throws = false;
    expect(await one.writer.transact((tx) => tx.addCounter('c', 1))).toBe(2);
    expect(one.followed).toHaveLength(1);
    await one.end();
  });

  test('a commit that the database executes late is applied once', async () => {
    const url = await freshDatabase();
    const late: (() => Promise<boolean>)[] = [];
    const one = machine(url, {
      log: (log) => ({
        ...log,
        append: async (row) => {
          late.push(() => log.append(row));
          if (late.length > 1) return log.append(row);
          throw new Interrupted('lost');
        },
      }),
    });
    expect(await one.writer.transact((tx) => tx.addCounter('c', 1))).toBe(1);
    expect(await late[0]?.()).toBe(false);
    await one.writer.follow();
    expect(await one.writer.reader.counter('c')).toBe(1);
    await one.end();
  });

  test('a database that was reset or changed is not written', async () => {
    const url = await freshDatabase();
    const one = machine(url);
    await appendEntry(one, 'a');
    await appendEntry(one, 'b');
    await query(url, "UPDATE plumbline_heads SET n = 1, hash = repeat('0', 64)");
    expect(await codeOf(appendEntry(one, 'c'))).toBe('CORRUPT');
    await query(url, "UPDATE plumbline_heads SET n = 2, hash = repeat('0', 64)");
    expect(await codeOf(appendEntry(one, 'c'))).toBe('CORRUPT');
    expect(await chainOf(one)).toEqual(['a', 'b']);
    await query(url, "UPDATE plumbline_commits SET body = replace(body, 'a', 'x') WHERE n = 1");
    const two = machine(url);
    expect(await codeOf(two.writer.follow())).toBe('CORRUPT');
    expect(await chainOf(two)).toEqual([]);
    await Promise.all([one.end(), two.end()]);
  });

  test('a connection closed by the server is opened again', async () => {
    const url = await freshDatabase();
    const [one, two] = [machine(url), machine(url)];
    await appendEntry(one, 'a');
    await endOthers(url);
    await appendEntry(one, 'b');
    await appendEntry(two, 'c');
    expect(await chainOf(two)).toEqual(['a', 'b', 'c']);
    await Promise.all([one.end(), two.end()]);
  });

  test.each(['everything', 'answers'] as const)(
    'if the network drops %s, a transaction fails, and after recovery every write is applied once',
    async (what) => {
      const url = await freshDatabase();
      const proxy = await cuttableProxy(url);
      const [one, two] = [machine(proxy.url, { patienceMs: 100 }), machine(url)];
      await appendEntry(one, 'before');
      proxy.swallow(what);
      // The first transaction was sent, so its outcome is unknown; the second one fails without being sent.
      await expect(appendEntry(one, 'lost')).rejects.toMatchObject({
        code: 'UNREACHABLE',
        unknown: true,
      });
      await expect(appendEntry(one, 'no')).rejects.toMatchObject({
        code: 'UNREACHABLE',
        unknown: false,
      });
      expect(one.writer.usable).toBe(false);
      expect(await chainOf(one)).toEqual(['before']);
      // The other machine can still work.
      await appendEntry(two, 'other');
      proxy.swallow(false);
      // A keeper calls this repeatedly.
      await one.writer.follow();
      expect(one.writer.usable).toBe(true);
      await appendEntry(one, 'after');
      const made = what === 'answers' ? ['lost'] : [];
      expect(await chainOf(one)).toEqual(['before', ...made, 'other', 'after']);
      await Promise.all([one.end(), two.end()]);
      proxy.close();
    },
  );

  test('a transaction without a database fails with a message that contains no password', async () => {
    const url = 'postgresql://plumbline:s3cret%21@127.0.0.1:1/nowhere';
    const one = machine(url, { patienceMs: 100 });
    const failed = appendEntry(one, 'a');
    await expect(failed).rejects.toThrow(/cannot be reached/);
    await expect(failed).rejects.not.toThrow(/s3cret/);
    await expect(failed).rejects.toMatchObject({ code: 'UNREACHABLE', unknown: false });
    expect(await chainOf(one)).toEqual([]);
    await one.end();
  });
});

async function query(url: string, sql: string): Promise<void> {
  const { Client } = await import('pg');
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

function endOthers(url: string): Promise<void> {
  return query(
    url,
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
}
