/** @module journal.test: records of runs in a real store: several records of one run, pages, and the end of the log. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { LedgerWriter } from '../../../kernel/ledger/ledger.ts';
import { createSqliteStore } from '../../../kernel/ledger/sqlite-file.ts';
import { openSqliteReader, type SqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { openSqliteWriter } from '../../../kernel/ledger/sqlite-writer.ts';
import { analyse } from '../../../kernel/tools/mpt/records/analytics.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import { Journal } from '../../../servers/mpt/journal.ts';
import type { RunCaller } from '../../../servers/mpt/run-caller.ts';
import { bench, nextId } from '../../kernel/tools/mpt/tool-bench.ts';

let folder: string;
let writer: LedgerWriter;
let reader: SqliteReader;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'));
  const path = join(folder, 'store.db');
  createSqliteStore(path);
  writer = openSqliteWriter(path);
  reader = openSqliteReader(path);
});
afterEach(async () => {
  reader.close();
  await writer.close();
  rmSync(folder, { recursive: true });
});

const principal = {
  kind: 'agent',
  name: 'a',
  user_id: nextId(),
  agent_id: nextId(),
  session_id: 's',
} as const;
const caller: RunCaller = {
  principal,
  signal: new AbortController().signal,
  progress: () => {},
  begin: async ({ web_requests }) => await Promise.resolve({ status: 'begun', web_requests }),
};

async function commit(events: readonly PlannedEvent[]): Promise<void> {
  const at = '2026-01-01T00:00:00.000Z';
  const { user_id, agent_id } = principal;
  const rows = events.map((event) =>
    Object.assign({}, event, {
      event_id: nextId(),
      operation_id: nextId(),
      branch: 'main',
      user_id,
      agent_id,
      approval_id: null,
      reasoning: null,
      at,
    }),
  );
  await writer.transact((tx) => tx.appendEvents(rows));
}

/** A `tool.run` event without the record of a run. */
const other = (): PlannedEvent => ({ type: 'tool.run', aggregate_id: nextId(), payload: {} });

async function recordRun(journal: Journal, exec_id: string): Promise<readonly PlannedEvent[]> {
  const request = { tool: 'data.sum', input: { numbers: [1] }, budget: {} };
  const { events } = await journal.during(caller, async ({ tools, intents }) => {
    const { service } = bench(undefined, { ledger: tools, intents });
    return await service.run({ ...request, context: { caller: 'c', exec_id } });
  });
  return events;
}

test('concurrent and later runs with one id have separate records, and all are found', async () => {
  const journal = new Journal(reader, nextId);
  const id = nextId();
  const atOnce = await Promise.all([
    recordRun(journal, id),
    recordRun(journal, id),
    recordRun(journal, id),
  ]);
  for (const events of atOnce) await commit(events);
  await commit(await recordRun(journal, id));
  // A new journal, as in another process, knows only the log
  await commit(await recordRun(new Journal(reader, nextId), id));
  const { entries, older_before } = await journal.of(id, 20);
  expect(entries.map(({ run_id }) => run_id)).toEqual([id, id, id, id, id]);
  expect(older_before).toBeNull();
});

test('pages contain every run once and end when all events have been searched', async () => {
  const journal = new Journal(reader, nextId, 10);
  const ids: string[] = [];
  for (let i = 0; i < 12; i += 1) {
    ids.push(nextId());
    await commit(await recordRun(journal, ids.at(-1) ?? ''));
    if (i % 3 === 0) await commit(Array.from({ length: 7 }, other));
  }
  const seen: string[] = [];
  let before: number | undefined;
  for (let pages = 0; ; pages += 1) {
    expect(pages).toBeLessThan(40);
    const { entries, older_before } = await journal.recent(2, { before });
    seen.unshift(...entries.map(({ run_id }) => run_id));
    expect(entries.length).toBeLessThanOrEqual(2);
    if (older_before === null) break;
    before = older_before;
  }
  expect(seen).toEqual(ids);
});

test('does not claim that an id outside of the searched events is unknown', async () => {
  const journal = new Journal(reader, nextId, 10);
  const id = nextId();
  await commit(await recordRun(journal, id));
  const [first] = (await journal.recent(1)).entries;
  await commit(Array.from({ length: 20 }, other));
  const digest = first?.exec_id ?? '';
  const { entries, older_before } = await journal.of(digest, 5);
  expect([entries, older_before]).toEqual([[], 12]);
  expect((await journal.of(digest, 5, { before: 12 })).older_before).toBe(2);
  const beyond = await journal.of(digest, 5, { before: 2 });
  expect(beyond.entries.map(({ run_id }) => run_id)).toEqual([id]);
  // The id of a run finds it at any position
  expect((await journal.of(id, 5)).entries).toHaveLength(1);
});

test('a caller finds all its runs in one page, however many events of others lie between them', async () => {
  const journal = new Journal(reader, nextId, 10);
  const ids = [nextId(), nextId()];
  const query = { matches: () => true, exec_id: undefined, cursor: undefined };
  for (const id of ids) {
    await commit(await recordRun(journal, id));
    await commit(Array.from({ length: 1200 }, other));
  }
  const all = await journal.own(principal, 2, query);
  expect([all?.entries.map(({ run_id }) => run_id), all?.next_cursor]).toEqual([ids, null]);
  const newest = await journal.own(principal, 1, query);
  expect(newest?.entries.map(({ run_id }) => run_id)).toEqual([ids[1]]);
  const older = { ...query, cursor: newest?.next_cursor ?? '' };
  expect((await journal.own(principal, 1, older))?.entries.map(({ run_id }) => run_id)).toEqual([
    ids[0],
  ]);
  const someone = { user_id: nextId(), agent_id: nextId() };
  expect(await journal.own(someone, 2, query)).toEqual({ entries: [], next_cursor: null });
  expect(await journal.own(principal, 2, { ...query, cursor: nextId() })).toBeNull();
});

test('a search through many runs of a caller yields to other work', async () => {
  const journal = new Journal(reader, nextId);
  const [run] = await recordRun(journal, nextId());
  if (run === undefined) throw new Error('expected a run');
  await commit(Array.from({ length: 1500 }, () => ({ ...run, aggregate_id: nextId() })));
  await journal.own(principal, 1, { matches: () => true, exec_id: undefined, cursor: undefined });
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const query = { matches: () => true, exec_id: nextId(), cursor: undefined };
  expect(await journal.own(principal, 5, query)).toEqual({ entries: [], next_cursor: null });
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(7);
});

test('statistics state whether older runs may be missing', async () => {
  const journal = new Journal(reader, nextId, 10);
  await commit(await recordRun(journal, nextId()));
  expect(analyse(await journal.recent(5), 5)).toMatchObject({ runs: 1, complete: true });
  await commit(Array.from({ length: 20 }, other));
  await commit(await recordRun(journal, nextId()));
  expect(analyse(await journal.recent(5), 5)).toMatchObject({ runs: 1, complete: false });
  expect(analyse(await journal.recent(1), 1)).toMatchObject({ runs: 1, complete: true });
});

test('entries of concurrent callers belong to the call of each', async () => {
  const journal = new Journal(reader, nextId);
  const names = ['one', 'other'];
  const both = await Promise.all(
    names.map(async (name) => {
      const mine = { ...caller, principal: { ...principal, name } };
      return await journal.during(mine, async (records) => {
        for (let round = 0; round < 3; round += 1) {
          records.enter('note', { by: records.caller.principal.name });
          await new Promise((resolve) => setImmediate(resolve));
        }
      });
    }),
  );
  const by = both.map(({ events }) =>
    events.map((event) => (event.type === 'tool.run' ? event.payload['by'] : null)),
  );
  expect(by).toEqual(names.map((name) => [name, name, name]));
});

test('a run that ends after it was recorded as unfinished has one entry, that of its end', async () => {
  const journal = new Journal(reader, nextId);
  const run_id = nextId();
  const events = await recordRun(journal, run_id);
  const record_id = events[0]?.aggregate_id ?? '';
  const run = { tool: 'data.sum', run_id };
  const payload = {
    ...run,
    server: 'mpt',
    exec_id: 'a'.repeat(64),
    record_id,
    input_sha256: 'b'.repeat(64),
    call: 1,
    web_requests: 0,
    most: { calls: 1, concurrent: 1, web_requests: 0 },
    by: { kind: 'agent', name: 'a', session_id: 's' },
    process: { id: 'p', pid: 1, host: 'h' },
  } as const;
  await commit([{ type: 'run.begun', aggregate_id: `exec_${'0'.repeat(32)}`, payload }]);
  const lost = { ...run, because: 'its process ended', begun_seq: 1 };
  await commit([{ type: 'run.unfinished', aggregate_id: record_id, payload: lost }]);
  const provenances = async (): Promise<readonly unknown[]> =>
    (await journal.recent(5)).entries.map(({ provenance }) => provenance['unfinished'] ?? false);
  expect(await provenances()).toEqual([true]);
  await commit(events);
  expect(await provenances()).toEqual([false]);
});
