/** @module apply-commit.test: applying the recorded commit of one store makes another store equal to it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { applyCommit, headsOf } from '../../../../kernel/ledger/follow/apply-commit.ts';
import {
  commitRow,
  readCommit,
  START,
  type Commit,
  type CommitRow,
} from '../../../../kernel/ledger/follow/commit-text.ts';
import { recording } from '../../../../kernel/ledger/follow/recorder.ts';
import type { LedgerTransaction } from '../../../../kernel/ledger/ledger.ts';
import { createSqliteStore } from '../../../../kernel/ledger/sqlite-file.ts';
import { openSqliteWriter, type SqliteWriter } from '../../../../kernel/ledger/sqlite-writer.ts';
import { BLOB_CHUNK_BYTES } from '../../../../schemas/imports.ts';
import { levelRecord, madeImport, stageBlob, stageImport } from '../../../made-import.ts';
import { codeOf } from '../open-store.ts';
import { approvalRecord, auditRows, branchEvent, discarded, eventRow } from '../rows.ts';

let dir: string;
let writers: SqliteWriter[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'apply-'));
});
afterEach(async () => {
  for (const writer of writers) await writer.close();
  writers = [];
  rmSync(dir, { recursive: true });
});

function store(name: string): SqliteWriter {
  const path = join(dir, name);
  createSqliteStore(path);
  const writer = openSqliteWriter(path);
  writers.push(writer);
  return writer;
}

/** Every row of every table of a store, by table. */
function rowsOf(name: string): unknown {
  const db = new DatabaseSync(join(dir, name), { readOnly: true });
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const rows = tables.map(({ name: table }) => [
    table,
    db.prepare(`SELECT * FROM "${String(table)}"`).all(),
  ]);
  db.close();
  return rows;
}

async function record(
  writer: SqliteWriter,
  work: (tx: LedgerTransaction) => Promise<void>,
): Promise<CommitRow> {
  return writer.transact(async (tx) => {
    const recorder = recording(tx, new Set(['keeper/epoch']));
    await work(recorder.tx);
    const writes = [...recorder.writes()];
    return commitRow(START, { commit_id: 'c', writes, heads: await headsOf(tx) });
  });
}

/** At least one write of each kind. */
async function writeAll(tx: LedgerTransaction): Promise<void> {
  const joined: Parameters<typeof eventRow>[1] = {
    type: 'elements.joined',
    aggregate_id: 'a',
    payload: { element_ids: ['a', 'b'], join_type: 'miter', previous: {} },
  };
  await tx.appendEvents([eventRow({ aggregate_id: 'w' }), branchEvent('b'), eventRow({}, joined)]);
  await tx.appendEvents([eventRow({ branch: 'b' }), discarded('b', 'main')]);
  await tx.appendAudit(auditRows(null, ['{"a":"é\u2028"}', 'x']));
  const approval = approvalRecord();
  await tx.insertApproval(approval);
  await tx.insertApproval(approvalRecord());
  const moved = { ...approval, status: 'rejected', detail: 'no' } as const;
  expect(await tx.updateApproval('pending', moved)).toBe(true);
  expect(await tx.updateApproval('pending', moved)).toBe(false);
  await tx.putIdempotency({ scope: 's', key: 'k', digest: 'd', operation_id: 'o', reply: '{}' });
  await tx.addCounter('c', 3);
  await tx.addCounter('c', -1);
  await tx.putRegistry({ kind: 'agent', name: 'a', record: '1' });
  await tx.putRegistry({ kind: 'agent', name: 'a', record: '2' });
  await tx.putCheckpoint({ size: 2, note: 'n', hashes: ['a', 'b'] });
  const dropped = await stageBlob(tx, Buffer.from('dropped'));
  await tx.dropBlob(dropped);
  const made = madeImport([levelRecord('i1', 'I')], { text: 'x'.repeat(BLOB_CHUNK_BYTES + 1) });
  await stageImport(tx, made);
  await tx.appendEvents([eventRow({}, made.event)]);
  await stageBlob(tx, Buffer.from('staged'));
}

describe('a recorded commit', () => {
  test('a recorded commit gives every table of another store the same content', async () => {
    const row = await record(store('one'), writeAll);
    const commit = readCommit(START, row);
    await store('two').transact((tx) => applyCommit(tx, commit));
    expect(rowsOf('two')).toEqual(rowsOf('one'));
  });

  test('a recorded commit omits the counters of one machine', async () => {
    const row = await record(store('one'), async (tx) => {
      await tx.addCounter('keeper/epoch', 1);
      await tx.addCounter('c', 1);
    });
    expect(readCommit(START, row).writes).toEqual([{ write: 'counter', name: 'c', by: 1 }]);
  });

  test('work that ignores the error of a write is not recorded', async () => {
    const one = store('one');
    const row = eventRow();
    const work = record(one, async (tx) => {
      const swallowed = await codeOf((async () => tx.appendEvents([eventRow(), row, row]))());
      expect(swallowed).toBe('DUPLICATE');
    });
    expect(await codeOf(work)).toBe('DUPLICATE');
    expect(await one.reader.headSeq()).toBe(0);
  });

  const fork = (row: CommitRow, change: (commit: Commit) => Commit): CommitRow =>
    commitRow(START, change(readCommit(START, row)));
  test.each<readonly [string, (row: CommitRow) => CommitRow]>([
    ['an edited text', (row) => ({ ...row, body: row.body.replace('"c"', '"d"') })],
    ['another number', (row) => ({ ...row, n: 2 })],
    ['another commit before it', (row) => ({ ...row, prev_hash: 'f'.repeat(64) })],
    [
      'other heads',
      (row) => fork(row, (commit) => ({ ...commit, heads: { ...commit.heads, head_seq: 7 } })),
    ],
    ['fewer writes', (row) => fork(row, (commit) => ({ ...commit, writes: [] }))],
    [
      'writes in an order in which an approval has another status',
      (row) => fork(row, (commit) => ({ ...commit, writes: commit.writes.toReversed() })),
    ],
  ])('a commit with %s is refused', async (_what, change) => {
    const row = await record(store('one'), writeAll);
    const two = store('two');
    const before = rowsOf('two');
    const applied = async () =>
      two.transact((tx) => applyCommit(tx, readCommit(START, change(row))));
    expect(['CORRUPT', 'CHAIN_BROKEN']).toContain(await codeOf(applied()));
    expect(rowsOf('two')).toEqual(before);
  });
});
