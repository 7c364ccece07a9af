/** @module group-committer.test: the keeper's guarantees about order, isolation, answers and epochs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { startKeeper } from '../../../../governance/keeper/commit/group-committer.ts';
import { DECODERS } from '../../../../governance/keeper/protocol/decode-request.ts';
import type {
  CommittedNotice,
  SubmitReply,
} from '../../../../governance/keeper/protocol/protocol.ts';
import type { LedgerTransaction, LedgerWriter } from '../../../../kernel/ledger/ledger.ts';
import { createSqliteStore } from '../../../../kernel/ledger/sqlite-file.ts';
import { openSqliteReader, type SqliteReader } from '../../../../kernel/ledger/sqlite-reader.ts';
import { openSqliteWriter } from '../../../../kernel/ledger/sqlite-writer.ts';
import { makePlainHandlers, plainSubmit } from '../plain-handlers.ts';

let dir: string;
let path: string;
let reader: SqliteReader;
let writer: LedgerWriter & { readonly commits: number };

/** Counts the transactions of a writer. */
function counting(inner: LedgerWriter): LedgerWriter & { readonly commits: number } {
  let commits = 0;
  return {
    reader: inner.reader,
    get commits() {
      return commits;
    },
    transact<T>(work: (tx: LedgerTransaction) => T | Promise<T>) {
      commits += 1;
      return inner.transact(work);
    },
    close: () => inner.close(),
  };
}

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'keeper-'));
  path = join(dir, 'ledger.db');
  createSqliteStore(path);
  writer = counting(openSqliteWriter(path));
  reader = openSqliteReader(path);
});
afterEach(async () => {
  reader.close();
  await writer.close();
  rmSync(dir, { recursive: true });
});

const ignore = { committed: () => undefined, lost: () => undefined };
const submit = (over: Parameters<typeof plainSubmit>[0] = {}) => DECODERS.submit(plainSubmit(over));
const seqOf = async (reply: Promise<unknown>) => ((await reply) as { first_seq: number }).first_seq;

describe('group commit', () => {
  test('queued requests share one transaction, in the order of their client', async () => {
    const keeper = await startKeeper(writer, makePlainHandlers(), ignore);
    const before = writer.commits;
    const seqs = await Promise.all(
      Array.from({ length: 100 }, () => seqOf(keeper.execute(keeper, submit()))),
    );
    expect(seqs).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
    expect(writer.commits - before).toBe(1);
  });

  test('an answer arrives only when its effect is visible to everyone', async () => {
    const keeper = await startKeeper(writer, makePlainHandlers(), ignore);
    const seen = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const seq = await seqOf(keeper.execute(keeper, submit()));
        return reader.headSeq() >= seq;
      }),
    );
    expect(seen.every(Boolean)).toBe(true);
  });

  test('a failing request leaves no effect and does not affect the rest of its batch', async () => {
    const keeper = await startKeeper(writer, makePlainHandlers(), ignore);
    const results = await Promise.allSettled([
      keeper.execute(keeper, submit()),
      keeper.execute(keeper, submit({ tool: 'fail', events: 3 })),
      keeper.execute(keeper, submit()),
    ]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(reader.headSeq()).toBe(2);
    expect(reader.auditHead()?.seq).toBe(2);
  });

  test('the same operation in one batch is committed once', async () => {
    const keeper = await startKeeper(writer, makePlainHandlers(), ignore);
    const request = DECODERS.submit(plainSubmit({ operation_id: 'same-operation' }));
    const replies = (await Promise.all([
      keeper.execute({}, request),
      keeper.execute({}, request),
    ])) as Extract<SubmitReply, { status: 'committed' }>[];
    expect(replies.map((reply) => reply.replayed)).toEqual([false, true]);
    expect(reader.headSeq()).toBe(1);
  });

  test('clients take turns: one with a long queue does not delay the others', async () => {
    const keeper = await startKeeper(writer, makePlainHandlers(), ignore);
    const greedy = {};
    const long = Array.from({ length: 600 }, () => keeper.execute(greedy, submit()));
    const quick = await Promise.all([1, 2, 3].map(() => seqOf(keeper.execute({}, submit()))));
    expect(Math.max(...quick)).toBeLessThanOrEqual(256);
    await Promise.all(long);
    expect(reader.headSeq()).toBe(603);
    expect(keeper.waiting(greedy)).toBe(0);
  });

  test('a notice follows each commit that changed something, and no other', async () => {
    const notices: CommittedNotice[] = [];
    const keeper = await startKeeper(writer, makePlainHandlers(), {
      ...ignore,
      committed: (notice) => notices.push(notice),
    });
    await keeper.execute(keeper, DECODERS.approval('unknown'));
    expect(notices).toEqual([]);
    await keeper.execute(keeper, DECODERS.record([{ kind: 'call' }]));
    await keeper.execute(keeper, submit({ operation_id: 'op', tool: 'pending' }));
    expect(notices).toEqual([
      { head_seq: 0, audit_seq: 1, approvals: [] },
      { head_seq: 1, audit_seq: 2, approvals: [{ approval_id: 'op', status: 'pending' }] },
    ]);
  });

  test('changes of approvals in a rolled-back batch are not reported', async () => {
    const notices: CommittedNotice[] = [];
    const keeper = await startKeeper(writer, makePlainHandlers(), {
      ...ignore,
      committed: (notice) => notices.push(notice),
    });
    await Promise.allSettled([
      keeper.execute(keeper, submit({ operation_id: 'op', tool: 'pending' })),
      keeper.execute(keeper, submit({ tool: 'fail' })),
    ]);
    expect(notices.flatMap((notice) => notice.approvals)).toHaveLength(1);
  });

  test('drained waits for all queued requests', async () => {
    const keeper = await startKeeper(writer, makePlainHandlers(), ignore);
    void keeper.execute(keeper, submit());
    await keeper.drained();
    expect(reader.headSeq()).toBe(1);
  });
});

describe('epochs', () => {
  test('each keeper has the next epoch', async () => {
    const first = await startKeeper(writer, makePlainHandlers(), ignore);
    const second = await startKeeper(writer, makePlainHandlers(), ignore);
    expect([first.epoch, second.epoch]).toEqual([1, 2]);
  });

  test('a keeper that was taken over commits nothing more and reports this once', async () => {
    let lost = 0;
    const old = await startKeeper(writer, makePlainHandlers(), {
      ...ignore,
      lost: () => {
        lost += 1;
      },
    });
    await old.execute(old, submit());
    const newWriter = openSqliteWriter(path);
    const next = await startKeeper(newWriter, makePlainHandlers(), ignore);
    const late = await Promise.allSettled([old.execute(old, submit()), old.execute(old, submit())]);
    expect(late.map((result) => result.status)).toEqual(['rejected', 'rejected']);
    expect(lost).toBe(1);
    await next.execute(next, submit());
    expect(reader.headSeq()).toBe(2);
    await newWriter.close();
  });
});
