/** @module columns.test: every changed, removed or added cell or row of any table is reported by verification, or never read. */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { FaultKind } from '../../../governance/audit/verify-report.ts';
import { verifyStore } from '../../../governance/audit/verify-store.ts';
import { followedCounter } from '../../../kernel/ledger/followed-counter.ts';
import { LedgerError } from '../../../kernel/ledger/ledger.ts';
import { openSqliteWriter } from '../../../kernel/ledger/sqlite-writer.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import { levelRecord, madeImport, undoneImport, wallRecord } from '../../made-import.ts';
import { commentBy } from '../keeper/handlers/comment-by.ts';
import { stage, stageMade } from '../keeper/handlers/staging.ts';
import {
  attackFile,
  created,
  deleted,
  level,
  modified,
  person,
  ROBOT,
  wall,
  Workspace,
} from '../keeper/handlers/workspace.ts';

/** The scene's position in a shared log, and the counter that repeats it. */
const POSITION = { log: 'plumbline/0', n: 1, hash: '0'.repeat(64) };
const FOLLOWED = followedCounter(POSITION);

/** Cells that nothing on the chain determines, and the reason why a change of them misleads nobody. */
const READ_BY_NOBODY: ReadonlyMap<string, string> = new Map([
  ['blobs.owner 4', 'it says whose quota a staged blob counts against; this one is kept'],
  ['blobs.staged_at 4', 'it says when a staged blob is removed; this one is kept'],
  [
    'counters.value keeper/epoch',
    'a keeper that reads another epoch than its own ends its term; the next one raises what it finds',
  ],
]);

/** The same for rows, by the change made to them. */
const ROWS_READ_BY_NOBODY: ReadonlyMap<string, string> = new Map([
  [
    'delete counters keeper/epoch',
    'the next keeper begins with epoch 1, and one that runs ends its term',
  ],
  [
    `delete counters ${FOLLOWED}`,
    'the second record of the row in `followed`; stores that earlier versions wrote have none, and the next commit writes it',
  ],
]);

/** The expected fault kinds, one of which must be reported when a cell or a row of the table is changed. Each table of the schema has its line. */
const NAMED_AS: Readonly<Record<string, readonly FaultKind[]>> = {
  audit: ['edited', 'missing', 'reordered', 'fork', 'truncated', 'unverifiable'],
  events: ['event_edited', 'event_missing', 'event_extra'],
  touches: ['table_mismatch'],
  branch_heads: ['table_mismatch', 'store_damaged'],
  approvals: ['approval_mismatch'],
  checkpoints: ['checkpoint_missing', 'table_mismatch', 'unverifiable', 'wrong_key'],
  idempotency: ['table_mismatch'],
  counters: ['table_mismatch', 'checkpoint_missing', 'followed_mismatch'],
  followed: ['followed_mismatch'],
  registry: ['registry_mismatch'],
  blobs: ['table_mismatch', 'blob_damaged', 'blob_missing', 'store_damaged'],
  blob_chunks: ['table_mismatch', 'blob_damaged', 'store_damaged'],
  imports: ['table_mismatch'],
  import_ends: ['table_mismatch'],
  manifest_rows: ['table_mismatch', 'store_damaged'],
  migrations: ['store_damaged'],
  sqlite_sequence: ['store_damaged'],
};

const branch = (name: string, from: string, from_seq: number): PlannedEvent => ({
  type: 'branch.created',
  aggregate_id: name,
  payload: { name, from, from_seq },
});
const joined: PlannedEvent = {
  type: 'elements.joined',
  aggregate_id: 'v1',
  payload: { element_ids: ['v1', 'v2'], join_type: 'miter', previous: { v1: 'auto', v2: 'auto' } },
};

let ws: Workspace;
let copies = 0;

/** Nested branches, one of them discarded; every possible end of an approval; joins, a run, undone operations, stored replies. */
beforeAll(async () => {
  ws = await Workspace.found();
  const [ann, bob] = [person('ann'), person('bob')];
  await ws.addApprover(ann);
  await ws.addApprover(bob, ann);
  await ws.submit(['w0', 'w1', 'w2', 'w3'].map(created));
  await ws.submit([level('L'), wall('v1'), wall('v2'), joined]);
  await ws.submit([branch('design/a', 'main', 4)], { branch: 'design/a', session_id: 'session-2' });
  await ws.submit([created('a0')], { branch: 'design/a' });
  await ws.submit([branch('design/b', 'design/a', 10)], { branch: 'design/b' });
  const first = await ws.plan([modified('w2', 2500)]);
  await ws.send(first, 'key-1');
  const { operation_id } = first;
  const undo = { event_id: first.events[0]?.event_id ?? '', operation_id };
  await ws.submit([
    modified('w2', 1, 2500),
    { type: 'event.reverted', aggregate_id: operation_id, payload: undo },
  ]);
  await ws.submit([{ type: 'tool.run', aggregate_id: 'run_1', payload: { exec_id: 'run_1' } }]);
  const executed = await ws.hold([deleted('w0')]);
  const marks = [{ text: 'this one', element_id: 'w0' }];
  await commentBy(ws, executed, ann, { marks });
  await commentBy(ws, executed, bob);
  await ws.decide(executed, ann);
  await ws.decide(await ws.hold([deleted('w1')]), ann, {
    verdict: 'reject',
    reason: 'keep it',
    marks: [{ text: 'this one', element_id: 'w1' }],
  });
  const held = await ws.plan([deleted('w2')]);
  await ws.send(held, 'key-2');
  await ws.hold([deleted('w3')]);
  await ws.submit([modified('w3', 2)]);
  await ws.decide(
    await ws.hold([
      { type: 'branch.discarded', aggregate_id: 'design/b', payload: { name: 'design/b' } },
    ]),
    bob,
  );
  const revoked = { ...ROBOT, name: 'idle', agent_id: 'agent-idle' };
  await ws.registry({
    change: 'agent',
    record: revoked,
    signed: await ws.signed('agent', revoked, ann),
  });
  const imported = madeImport([
    wallRecord('i1', 'iL'),
    wallRecord('i2', 'iL'),
    levelRecord('iL', 'I'),
  ]);
  await stageMade(ws, imported);
  await ws.decide(await ws.hold([imported.event]), ann);
  await ws.decide(await ws.hold([undoneImport(imported)]), ann);
  await stage(ws, Buffer.from('a blob that waits for its plan'));
  await ws.transact((tx) => tx.addCounter('keeper/epoch', 3));
  await ws.checkpoint();
  const writer = openSqliteWriter(ws.path);
  await writer.transact(() => writer.followed.move(POSITION));
  await writer.close();
  ws.settle();
  const { faults } = await verifyStore(ws.path);
  if (faults.length > 0) throw new Error(JSON.stringify(faults));
});
afterAll(() => ws[Symbol.asyncDispose]());

type Column = { readonly table: string; readonly column: string };

/** Every column of every table, according to the schema of a store. */
function columns(): readonly Column[] {
  const db = new DatabaseSync(ws.path, { readOnly: true });
  const found = db
    .prepare(
      `SELECT t.name AS tbl, c.name AS col FROM sqlite_schema t, pragma_table_xinfo(t.name) c
       WHERE t.type IN ('table', 'view') ORDER BY t.name, c.cid`,
    )
    .all()
    .map(({ tbl, col }) => ({ table: String(tbl), column: String(col) }));
  db.close();
  return found;
}

type Value = string | number | null | Uint8Array;
type Row = Readonly<Record<string, Value>>;
type Cell = Column & { readonly row: Row };

/** Tables with few rows of several kinds, each of which is changed; in other tables one row is changed. */
const EACH_ROW: ReadonlySet<string> = new Set(['counters', 'branch_heads', 'idempotency']);

function cellsOf(db: DatabaseSync, column: Column): readonly Cell[] {
  const { table } = column;
  const rows = db.prepare(`SELECT * FROM "${table}"`).all();
  if (rows.length === 0) throw new Error(`the scene has no row of ${table}`);
  const some = EACH_ROW.has(table) ? rows : rows.slice(rows.length >> 1, (rows.length >> 1) + 1);
  return some.map((row) => {
    const values = Object.entries(row).map(([name, value]) => [name, toValue(value)]);
    return { table, column: column.column, row: Object.fromEntries(values) };
  });
}

function toValue(value: unknown): Value {
  const isValue =
    typeof value === 'string' || typeof value === 'number' || value instanceof Uint8Array;
  return isValue ? value : null;
}

/** Other values for a cell: another number or text; for JSON also one that reads the same. */
function others({ column, row }: Cell): readonly (string | number | Uint8Array)[] {
  const value = row[column] ?? null;
  if (typeof value === 'number') return [value + 1000];
  if (value instanceof Uint8Array) return [value.subarray(1), value.map((byte) => byte ^ 1)];
  return [`${value ?? ''}x`, ...(/^[{[]/.test(value ?? '') ? [`${value} `] : [])];
}

/** The condition that selects a row. */
function isRow(row: Row): string {
  return Object.keys(row)
    .map((name) => `"${name}" IS ?`)
    .join(' AND ');
}

function faultsOf(
  { table, column, row }: Cell,
  other: string | number | Uint8Array,
): Promise<readonly FaultKind[]> {
  const sql = `UPDATE "${table}" SET "${column}" = ? WHERE ${isRow(row)}`;
  return faultsAfter(sql, [other, ...Object.values(row)]);
}

/** The faults that verification reports after a statement that changes one row. */
async function faultsAfter(
  sql: string,
  parameters: readonly Value[],
): Promise<readonly FaultKind[]> {
  copies += 1;
  const path = `${ws.path}.${copies}`;
  copyFileSync(ws.path, path);
  attackFile(path, (db) => {
    db.exec('PRAGMA ignore_check_constraints=ON');
    const { changes } = db.prepare(sql).run(...parameters);
    if (Number(changes) !== 1) throw new Error(`nothing was changed by ${sql}`);
  });
  try {
    return (await verifyStore(path)).faults.map(({ kind }) => kind);
  } catch (error) {
    // A store of a later version is refused before it is verified.
    if (error instanceof LedgerError && error.code === 'NEWER_VERSION') return ['store_damaged'];
    throw error;
  }
}

/** Rows of a table to remove or duplicate: all of them; in long tables the first, the middle and the last. */
function someRows(db: DatabaseSync, table: string): readonly Row[] {
  const rows = db.prepare(`SELECT * FROM "${table}"`).all();
  const isEach = EACH_ROW.has(table) || rows.length <= 12;
  const few = isEach ? rows : [rows[0], rows[rows.length >> 1], rows.at(-1)];
  return few.map((row) =>
    Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, toValue(value)])),
  );
}

/** A row similar to another one: all values differ except the kind of a record, which determines its readers. */
function like(table: string, row: Row): Row {
  const values = Object.entries(row).map(([name, value]) => {
    if (table === 'registry' && name === 'kind') return [name, value];
    if (typeof value === 'number') return [name, value + 1000];
    if (value instanceof Uint8Array) return [name, value.subarray(1)];
    return [name, value === null ? null : `${value}x`];
  });
  return Object.fromEntries(values);
}

describe('a row', () => {
  it('removing or adding a row of any table is reported, or the row is never read [AUD-3]', async () => {
    const silent: string[] = [];
    const otherwise: unknown[] = [];
    const note = (table: string, name: string, kinds: readonly FaultKind[]): void => {
      const isNamed = kinds.some((kind) => NAMED_AS[table]?.includes(kind));
      if (kinds.length === 0) silent.push(name);
      else if (!isNamed) otherwise.push([name, kinds]);
    };
    const tables = [...new Set(columns().map(({ table }) => table))];
    expect(tables.toSorted()).toEqual(Object.keys(NAMED_AS).toSorted());
    const db = new DatabaseSync(ws.path, { readOnly: true });
    const rows = tables.flatMap((table) => someRows(db, table).map((row) => ({ table, row })));
    db.close();
    for (const { table, row } of rows) {
      const first = String(Object.values(row)[0]);
      const deletion = `DELETE FROM "${table}" WHERE ${isRow(row)}`;
      note(table, `delete ${table} ${first}`, await faultsAfter(deletion, Object.values(row)));
      const more = like(table, row);
      const places = Object.keys(more).map(() => '?');
      const insertion = `INSERT INTO "${table}" VALUES (${places.join(', ')})`;
      note(table, `insert ${table} ${first}`, await faultsAfter(insertion, Object.values(more)));
    }
    expect(otherwise).toEqual([]);
    expect(silent.toSorted()).toEqual([...ROWS_READ_BY_NOBODY.keys()].toSorted());
  });
});

describe('a changed cell', () => {
  it('a change in any column is reported, or the column is never read [AUD-3]', async () => {
    const silent = new Set<string>();
    const otherwise: unknown[] = [];
    const db = new DatabaseSync(ws.path, { readOnly: true });
    const cells = columns().flatMap((column) => cellsOf(db, column));
    db.close();
    for (const cell of cells) {
      const name = `${cell.table}.${cell.column} ${String(Object.values(cell.row)[0] ?? '')}`;
      const wanted = NAMED_AS[cell.table];
      for (const other of others(cell)) {
        const kinds = await faultsOf(cell, other);
        if (kinds.length === 0) silent.add(name);
        else if (!kinds.some((kind) => wanted?.includes(kind))) otherwise.push([name, kinds]);
      }
    }
    expect(otherwise).toEqual([]);
    expect([...silent]).toEqual([...READ_BY_NOBODY.keys()]);
  });

  it.each([
    ['a number written otherwise', `replace(body, '2500', '2.5e3')`],
    ['a space', `replace(body, ',"seq"', ', "seq"')`],
    ['a name twice', `replace(body, '"branch":"main",', '"branch":"other","branch":"main",')`],
    ['an escaped letter', `replace(body, '"main"', '"m\\u0061in"')`],
    [
      'members in another order',
      `'{"user_id":"user-owner",' || substr(replace(body, ',"user_id":"user-owner"', ''), 2)`,
    ],
  ])('a changed event text that reads the same is reported: %s', async (_what, sql) => {
    const path = `${ws.path}.alike`;
    copyFileSync(ws.path, path);
    attackFile(path, (db) => {
      const { changes } = db
        .prepare(`UPDATE events SET body = ${sql} WHERE seq = 12 AND body <> ${sql}`)
        .run();
      expect(Number(changes)).toBe(1);
    });
    expect((await verifyStore(path)).faults).toEqual([
      {
        kind: 'event_edited',
        seq: 12,
        detail: 'its text differs from the text that was written, although both read the same',
      },
    ]);
  });

  it('an added trigger and a dropped index are reported, although rows and chain are unchanged', async () => {
    const path = `${ws.path}.schema`;
    copyFileSync(ws.path, path);
    attackFile(path, (db) => {
      db.exec(
        'CREATE TRIGGER quiet AFTER INSERT ON events BEGIN SELECT 1; END; DROP INDEX events_by_operation',
      );
    });
    expect((await verifyStore(path)).faults).toEqual([
      {
        kind: 'store_damaged',
        seq: 0,
        detail: 'the trigger quiet differs from the one that this program creates',
      },
      { kind: 'store_damaged', seq: 0, detail: 'the index events_by_operation is missing' },
    ]);
  });

  it('damage to any page is reported, or the store cannot be read; verification always ends', async () => {
    const bytes = readFileSync(ws.path);
    const page = 4096;
    const silent: number[] = [];
    for (let at = page; at < bytes.length; at += page) {
      const path = `${ws.path}.page`;
      const broken = Buffer.from(bytes);
      broken.fill(0xa5, at, at + 200);
      writeFileSync(path, broken);
      const { ok, faults } = await verifyStore(path);
      if (ok || faults.length === 0) silent.push(at / page);
      rmSync(path);
    }
    expect(silent).toEqual([]);
  });
});
