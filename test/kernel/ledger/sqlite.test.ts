/** @module tests of the embedded store: the contract suite, and refusals of unusable files. */
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { LedgerError } from '../../../kernel/ledger/ledger.ts';
import {
  LATEST_VERSION,
  MIGRATIONS,
  MIGRATIONS_TABLE,
  APPLICATION_ID,
} from '../../../kernel/ledger/migrations.ts';
import { createSqliteStore } from '../../../kernel/ledger/sqlite-file.ts';
import { openSqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { openSqliteWriter } from '../../../kernel/ledger/sqlite-writer.ts';
import { levelRecord, madeImport, stageBlob, stageImport } from '../../made-import.ts';
import { ledgerContract } from './ledger-contract.ts';
import { auditRows, eventRow } from './rows.ts';

ledgerContract('sqlite', () => {
  const dir = mkdtempSync(join(tmpdir(), 'ledger-'));
  const path = join(dir, 'ledger.db');
  createSqliteStore(path);
  return {
    writer: openSqliteWriter(path),
    openReader: () => openSqliteReader(path),
    cleanup: async () => rmSync(dir, { recursive: true }),
  };
});

describe('the SQLite file', () => {
  let dir: string;
  let path: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'ledger-'));
    path = join(dir, 'inner', 'ledger.db');
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  /** A workspace with some events, closed. */
  async function filled(events = 200): Promise<void> {
    createSqliteStore(path);
    const writer = openSqliteWriter(path);
    await writer.transact(async (tx) => {
      await tx.appendEvents(Array.from({ length: events }, () => eventRow()));
      await tx.appendAudit(auditRows(null, ['one', 'two']));
    });
    await writer.close();
  }

  const raw = (sql: string) => {
    const db = new DatabaseSync(path);
    try {
      db.exec(sql);
    } finally {
      db.close();
    }
  };

  const refusal = (open: () => unknown): LedgerError => {
    try {
      open();
    } catch (error) {
      if (error instanceof LedgerError) return error;
      throw error;
    }
    throw new Error('it opened');
  };

  test('file and folder are private to their owner', async () => {
    await filled();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(dir, 'inner')).mode & 0o777).toBe(0o700);
  });

  test.each([
    ["DELETE FROM blob_chunks WHERE sha256 = '%'", /kept blob is never deleted/],
    ["DELETE FROM blobs WHERE sha256 = '%'", /kept blob is never deleted/],
    ["UPDATE blob_chunks SET packed = x'00' WHERE sha256 = '%'", /chunks of blobs never change/],
    ["UPDATE blobs SET state = 'staged' WHERE sha256 = '%'", /moves from receiving/],
    ["UPDATE blobs SET bytes = 1 WHERE sha256 = '%'", /never replaced|moves from/],
    ["INSERT INTO blob_chunks VALUES ('%', 1, x'00')", /being received/],
    ['DELETE FROM imports', /append-only/],
    ['UPDATE manifest_rows SET at = 0', /append-only/],
  ])('SQLite itself refuses: %s', async (sql, why) => {
    createSqliteStore(path);
    const writer = openSqliteWriter(path);
    const made = madeImport([levelRecord('level_1', 'Ground')]);
    await writer.transact(async (tx) => {
      await stageImport(tx, made);
      await tx.appendEvents([eventRow({}, made.event)]);
      await stageBlob(tx, Buffer.from('another blob'));
    });
    await writer.close();
    for (const { sha256 } of [made.event.payload.manifest, made.event.payload.file]) {
      expect(() => raw(sql.replace('%', sha256))).toThrow(why);
    }
    raw(
      "DELETE FROM blob_chunks WHERE sha256 IN (SELECT sha256 FROM blobs WHERE state = 'staged')",
    );
  });

  test('a store without tables of blobs is read, and gets them when it is written', async () => {
    createSqliteStore(path);
    rmSync(path);
    const db = new DatabaseSync(path);
    db.exec(
      `PRAGMA application_id=${APPLICATION_ID}; PRAGMA journal_mode=WAL; ${MIGRATIONS_TABLE}`,
    );
    for (const { version, name, sql } of MIGRATIONS.slice(0, 2)) {
      db.exec(sql);
      db.prepare('INSERT INTO migrations VALUES (?, ?)').run(version, name);
    }
    db.close();
    const reader = openSqliteReader(path);
    expect(reader.blobs()).toEqual([]);
    expect(reader.blobInfo('ab')).toBeNull();
    expect(reader.blobPart('ab', 0)).toBeNull();
    expect(reader.importedElement('wall_1', null)).toBeNull();
    const all = { branch: 'main', after: 0, until: 9 };
    expect(reader.writtenIds(['wall_1'], all)).toEqual([]);
    expect(reader.versionAt('main', 'wall_1')).toBeNull();
    expect(reader.eventsTouching('wall_1', 'main', 9, 9)).toEqual([]);
    expect(reader.tables.storeFaults()).toEqual([]);
    const writer = openSqliteWriter(path);
    const sha256 = await writer.transact((tx) => stageBlob(tx, Buffer.from('content')));
    expect(reader.blobInfo(sha256)?.state).toBe('staged');
    expect(reader.tables.storeFaults()).toEqual([]);
    await writer.close();
    reader.close();
  });

  test('creating a store twice keeps its content', async () => {
    await filled();
    createSqliteStore(path);
    const reader = openSqliteReader(path);
    expect(reader.headSeq()).toBe(200);
    reader.close();
  });

  test('commits are synchronous to disk, set explicitly', async () => {
    createSqliteStore(path);
    const source = readFileSync(
      new URL('../../../kernel/ledger/sqlite-file.ts', import.meta.url),
      'utf8',
    );
    expect(source).toContain('PRAGMA synchronous=FULL');
    expect(source).not.toMatch(/synchronous=(NORMAL|OFF)/i);
  });

  test('the body is the exact canonical text of the event', async () => {
    await filled(1);
    const db = new DatabaseSync(path, { readOnly: true });
    const row = db.prepare('SELECT body FROM events').get();
    db.close();
    expect(row?.['body']).toMatch(/^\{"agent_id":null,"aggregate_id":.*"user_id":"user-1"\}$/s);
  });

  test.each([
    ['a missing file', () => rmSync(path), 'NOT_A_WORKSPACE', /there is no file/],
    ['an empty file', () => writeFileSync(path, ''), 'NOT_A_WORKSPACE', /empty/],
    [
      'text',
      () => writeFileSync(path, 'not a database at all, '.repeat(100)),
      'CORRUPT',
      /damaged/,
    ],
    [
      'a newer version',
      () => raw(`INSERT INTO migrations VALUES (${LATEST_VERSION + 1}, 'later')`),
      'NEWER_VERSION',
      new RegExp(`version ${LATEST_VERSION + 1}.*supports ${LATEST_VERSION}.*upgrade`),
    ],
    [
      'a database of something else',
      () => {
        rmSync(path);
        raw('CREATE TABLE theirs (a)');
      },
      'NOT_A_WORKSPACE',
      /application id/,
    ],
    [
      'a damaged header',
      () => {
        const bytes = readFileSync(path);
        bytes.fill(0x58, 0, 16);
        writeFileSync(path, bytes);
      },
      'CORRUPT',
      /damaged/,
    ],
  ] as const)('%s is refused and not changed [LED-4]', async (_, spoil, code, message) => {
    await filled();
    spoil();
    const before = readOrNull(path);
    for (const open of [() => openSqliteWriter(path), () => openSqliteReader(path)]) {
      const error = refusal(open);
      expect(error.code).toBe(code);
      expect(error.message).toMatch(message);
    }
    expect(readOrNull(path)?.equals(before ?? Buffer.alloc(0)) ?? before === null).toBe(true);
  });

  test('a truncated file is refused and not changed', async () => {
    await filled(2000);
    truncateSync(path, 4096 * 12);
    const before = readFileSync(path);
    expect(refusal(() => openSqliteWriter(path)).code).toBe('CORRUPT');
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('overwritten pages are detected by the full check, otherwise when they are read', async () => {
    await filled(2000);
    const bytes = readFileSync(path);
    const page = Math.floor(bytes.length / 4096 / 2);
    bytes.fill(0xaa, page * 4096, (page + 8) * 4096);
    writeFileSync(path, bytes);
    const error = refusal(() => openSqliteWriter(path));
    expect(error.code).toBe('CORRUPT');
    expect(error.message).toMatch(/damaged.*not changed/);
    expect(readFileSync(path).equals(bytes)).toBe(true);
    const writer = openSqliteWriter(path, { check: 'header' });
    const reader = openSqliteReader(path);
    expect(refusal(() => reader.eventsAfter(0, 2000)).code).toBe('CORRUPT');
    reader.close();
    await writer.close();
  });

  test.each([
    `UPDATE events SET body = '{}' WHERE seq = 1`,
    `DELETE FROM events WHERE seq = 1`,
    `REPLACE INTO events SELECT seq, event_id, operation_id, branch, branch_seq, 'x', body FROM events`,
    `UPDATE audit SET body = 'edited'`,
    `DELETE FROM audit`,
    `DELETE FROM approvals`,
    `UPDATE approvals SET plan = '{}'`,
    `UPDATE idempotency SET reply = '{}'`,
    `DELETE FROM checkpoints`,
    `DELETE FROM branch_heads`,
  ])('the tables refuse `%s`', async (sql) => {
    await filled(2);
    raw(`INSERT INTO approvals VALUES (1, 'a', 'pending', '{}', '', '', '', '', '[]', NULL, NULL, '');
         INSERT INTO idempotency VALUES ('s', 'k', '', '', '');
         INSERT INTO checkpoints VALUES (1, '', '')`);
    expect(() => raw(`PRAGMA recursive_triggers=ON; ${sql}`)).toThrow(/append-only|never/);
  });

  describe('an extended write-ahead log', () => {
    const logBytes = (): number => statSync(`${path}-wal`).size;
    const LONG = 4_000_000;

    test('extending the log neither extends the file nor commits anything', async () => {
      await filled(3);
      const size = statSync(path).size;
      const writer = openSqliteWriter(path);
      await writer.transact((tx) => tx.addCounter('n', 1));
      const reader = openSqliteReader(path);
      const before = [reader.changeCounter(), reader.headSeq(), reader.counter('n')];
      expect(logBytes()).toBeLessThan(LONG);
      await writer.lengthenLog();
      expect(logBytes()).toBeGreaterThan(LONG);
      expect([reader.changeCounter(), reader.headSeq(), reader.counter('n')]).toEqual(before);
      reader.close();
      await writer.close();
      expect(statSync(path).size).toBe(size);
    });

    test('commits continue at the former end of the log, which is extended once', async () => {
      await filled(3);
      const writer = openSqliteWriter(path);
      // Requested between transactions, it is executed in order.
      await Promise.all([
        writer.transact((tx) => tx.appendEvents([eventRow()])),
        writer.lengthenLog(),
        writer.transact((tx) => tx.appendEvents([eventRow()])),
      ]);
      const long = logBytes();
      for (let n = 0; n < 20; n += 1) {
        await writer.lengthenLog();
        await writer.transact((tx) => tx.appendEvents([eventRow()]));
      }
      expect(logBytes()).toBe(long);
      const reader = openSqliteReader(path);
      expect(reader.eventsAfter(0, 100)).toHaveLength(25);
      reader.close();
      await writer.close();
    });

    test('an extended log is recovered up to the last commit after a crash of the writer', async () => {
      await filled(3);
      const writer = openSqliteWriter(path);
      await writer.transact((tx) => tx.appendEvents([eventRow(), eventRow()]));
      await writer.lengthenLog();
      await writer.transact((tx) => tx.appendEvents([eventRow()]));
      // The state after a crash: file and log without the index of the writer.
      const left = join(dir, 'left.db');
      copyFileSync(path, left);
      copyFileSync(`${path}-wal`, `${left}-wal`);
      await writer.close();
      const next = openSqliteWriter(left);
      expect(await next.reader.headSeq()).toBe(6);
      expect(await next.reader.eventsAfter(0, 100)).toHaveLength(6);
      await next.transact((tx) => tx.appendEvents([eventRow()]));
      expect(await next.reader.headSeq()).toBe(7);
      await next.close();
    });
  });

  test('a reader works without a writer and sees the commits of a later writer', async () => {
    await filled(3);
    const reader = openSqliteReader(path);
    expect(reader.headSeq()).toBe(3);
    const before = reader.changeCounter();
    const writer = openSqliteWriter(path);
    await writer.transact((tx) => tx.appendEvents([eventRow()]));
    expect(reader.changeCounter()).not.toBe(before);
    expect(reader.headSeq()).toBe(4);
    await writer.close();
    expect(reader.headSeq()).toBe(4);
    reader.close();
  });

  test('reading an event with an edited row is refused', async () => {
    await filled(1);
    raw(`DROP TRIGGER events_no_update; UPDATE events SET body = '{"seq":1}'`);
    const reader = openSqliteReader(path);
    expect(refusal(() => reader.eventsAfter(0, 10)).code).toBe('CORRUPT');
    expect(reader.eventTextsAfter(0, 10)).toMatchObject([{ seq: 1, body: '{"seq":1}' }]);
    reader.close();
  });

  test('an event with another number in its body is refused, so that no reader loops', async () => {
    await filled(3);
    raw(
      `DROP TRIGGER events_no_update; UPDATE events SET body = json_set(body, '$.seq', 1) WHERE seq = 3`,
    );
    const reader = openSqliteReader(path);
    expect(refusal(() => reader.eventsAfter(2, 10))).toMatchObject({
      code: 'CORRUPT',
      message: 'got event 3 with the number 1 in its body',
    });
    reader.close();
  });

  test('a number that JavaScript cannot represent is reported as damage', async () => {
    await filled(1);
    raw(`INSERT INTO counters VALUES ('huge', 9223372036854775807)`);
    const reader = openSqliteReader(path);
    expect(refusal(() => reader.counter('huge')).code).toBe('CORRUPT');
    reader.close();
  });

  test.each([
    ['of a type of a later version', 'pipe.laid', 'NEWER_VERSION'],
    ['with a payload that does not fit its type', 'element.created', 'CORRUPT'],
  ])('an event %s is refused by its number', async (_case, type, code) => {
    await filled(3);
    raw(
      `DROP TRIGGER events_no_update; UPDATE events SET body = json_set(body, '$.type', '${type}') WHERE seq = 2`,
    );
    const reader = openSqliteReader(path);
    const { code: found, message } = refusal(() => reader.eventsAfter(0, 10));
    expect(found).toBe(code);
    expect(message).toMatch(new RegExp(`event 2 .*\`${type}\``));
    expect(reader.eventsAfter(2, 10)).toHaveLength(1);
    expect(reader.eventTextsAfter(1, 1)[0]?.body).toContain(`"type":"${type}"`);
    reader.close();
  });
});

function readOrNull(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
