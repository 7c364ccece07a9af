/** @module threads.test: verification of a log that is long or in use, with several threads and concurrent commits. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { walkChain, type Visit } from '../../../governance/audit/verify-chain.ts';
import type { AuditSource, ParallelReading } from '../../../governance/audit/verify-report.ts';
import { walkSpans } from '../../../governance/audit/verify-spans.ts';
import { verifyStore } from '../../../governance/audit/verify-store.ts';
import { verifyLedger } from '../../../governance/audit/verify.ts';
import { openSqliteReader, type SqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { created, Workspace } from '../keeper/handlers/workspace.ts';

const ENTRIES = 41;

let ws: Workspace;
let reader: SqliteReader;

/** A founded workspace with reads, and a commit in every fifth entry. */
beforeEach(async () => {
  ws = await Workspace.found();
  for (let n = 2; n <= ENTRIES; n += 1) {
    if (n % 5 === 0) await ws.submit([created(`w${n}`)]);
    else await ws.transact((tx) => ws.handlers.record(tx, [{ kind: 'call', n }]));
  }
  reader = openSqliteReader(ws.path);
});
afterEach(async () => {
  reader.close();
  await ws[Symbol.asyncDispose]();
});

describe('several threads', () => {
  const sizes = new Set([0, 1, 2, 3, 7, 8, 9, 16, 20, 32, 33, 40, ENTRIES]);
  const reading = (over: Partial<ParallelReading> = {}): ParallelReading => ({
    store: ws.path,
    entries: ENTRIES,
    threads: 2,
    ...over,
  });
  const nothing: Visit = () => undefined;
  const refuse = (): never => {
    throw new Error('a fault was reported');
  };

  it.each([1, 2, 4, 16, 64])(
    'threads find the same as a single pass, with spans of %i entries',
    async (span) => {
      const one: number[] = [];
      const expected = await walkChain(reader, sizes, refuse, (rows) => {
        for (const { seq, body } of rows) if (body.includes('"step"')) one.push(seq);
      });
      const many: number[] = [];
      const found = await walkSpans(reader, reading({ span }), sizes, (rows) => {
        many.push(...rows.map(({ seq }) => seq));
      });
      expect(found).toEqual(expected);
      expect(many).toEqual(one);
      expect(one).toHaveLength(9);
    },
  );

  it('threads leave a log of another length than stated to a single pass', async () => {
    const walked = (entries: number): Promise<unknown> =>
      walkSpans(reader, reading({ span: 4, entries }), sizes, nothing);
    expect(await walked(ENTRIES)).not.toBeNull();
    expect(await walked(ENTRIES - 1)).toBeNull();
    expect(await walked(ENTRIES + 1)).toBeNull();
  });

  it.each([
    ['an edited entry', `UPDATE audit SET body = replace(body, '"n":7', '"n":8') WHERE seq = 7`],
    ['an edited entry at the end of a span', `UPDATE audit SET body = body || ' ' WHERE seq = 8`],
    ['a gap', 'DELETE FROM audit WHERE seq = 9'],
    ['a cut-off tail', 'DELETE FROM audit WHERE seq > 36'],
    ['another predecessor', `UPDATE audit SET prev_hash = hash WHERE seq = 13`],
    ['a row before the first', `INSERT INTO audit VALUES (-4, '', '', '')`],
    ['all numbers moved on', 'UPDATE audit SET seq = -seq; UPDATE audit SET seq = 1 - seq'],
  ])('threads leave %s to a single pass', async (_what, sql) => {
    ws.attack((db) => db.exec(sql));
    expect(await walkSpans(reader, reading({ span: 4 }), sizes, nothing)).toBeNull();
    expect(await ws.verify()).toMatchObject({ ok: false });
  });

  it('threads leave a store that they cannot open to a single pass', async () => {
    expect(
      await walkSpans(reader, reading({ store: `${ws.path}.gone` }), sizes, nothing),
    ).toBeNull();
  });
});

describe('a log in use', () => {
  it('a log in use is verified as of the first read', async () => {
    let commits = 0;
    /** Commits after the last page that verification reads. */
    const busy: AuditSource = {
      ...reader,
      async auditAfter(seq, limit) {
        const rows = reader.auditAfter(seq, limit);
        if (seq > 0 && rows.at(-1)?.seq === ENTRIES && commits === 0) {
          commits += 1;
          await ws.submit([created('meanwhile')]);
        }
        return rows;
      },
    };
    const report = await reader.snapshot(() => verifyLedger(busy));
    expect(report).toMatchObject({ ok: true, entries: ENTRIES, events: 8 });
    expect(commits).toBe(1);
    expect(await verifyStore(ws.path)).toMatchObject({ ok: true, entries: ENTRIES + 1, events: 9 });
  });
});
