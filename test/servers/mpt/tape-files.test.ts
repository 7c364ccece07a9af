/** @module tape-files.test: how many tapes a folder keeps, and which are deleted first. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createSqliteStore } from '../../../kernel/ledger/sqlite-file.ts';
import { openSqliteReader, type SqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import type { Tape, TapeStore } from '../../../kernel/tools/mpt/records/tapes.ts';
import { Journal } from '../../../servers/mpt/journal.ts';
import { tapeFiles } from '../../../servers/mpt/tape-files.ts';
import { nextId } from '../../kernel/tools/mpt/tool-bench.ts';

const CALLER = { kind: 'agent', name: 'a', user_id: 'u', agent_id: 'a', session_id: 's' } as const;

let folder: string;
let reader: SqliteReader;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapes-'));
  createSqliteStore(join(folder, 'store.db'));
  reader = openSqliteReader(join(folder, 'store.db'));
});
afterEach(() => {
  reader.close();
  rmSync(folder, { recursive: true });
});

const tape = (run_id: string): Tape => ({ run_id, exec_id: run_id, key: 'k' }) as Tape;

function storeOf(tapes_max: number, bytes_max: number): TapeStore {
  const place = { folder: join(folder, 'tapes'), bytes_max, tapes_max, randomId: nextId };
  return tapeFiles({ ...place, mayReplay: () => true }, new Journal(reader, nextId))(CALLER);
}

/** Stores tapes one after the other; returns their file names and the files that remain. */
async function put(store: TapeStore, ids: readonly string[]): Promise<readonly unknown[]> {
  const digests: (string | null)[] = [];
  for (const id of ids) digests.push(await store.put(tape(id)));
  return [digests.map((digest) => `${digest}.json`), readdirSync(join(folder, 'tapes')).toSorted()];
}

test.each([
  [1, ['a', 'b']],
  [3, ['a', 'b', 'c']],
  [3, ['a', 'b', 'c', 'd']],
  [3, ['a', 'b', 'c', 'd', 'e', 'f', 'g']],
])('keeps at most the newest %d of the tapes %j', async (tapes_max, ids) => {
  const [digests, left] = await put(storeOf(tapes_max, 1e6), ids);
  expect(left).toEqual((digests as readonly string[]).slice(-tapes_max).toSorted());
});

test('tapes of another process are counted too', async () => {
  await put(storeOf(3, 1e6), ['a', 'b', 'c']);
  const [[last], left] = (await put(storeOf(3, 1e6), ['d'])) as [string[], string[]];
  expect(left).toHaveLength(3);
  expect(left).toContain(last);
});

test('the total size is limited, and a tape larger than a quarter of the limit is not kept', async () => {
  const bytes = JSON.stringify(tape('a')).length;
  const store = storeOf(100, bytes * 4);
  const [, left] = await put(store, ['a', 'b', 'c', 'd']);
  expect(left).toHaveLength(4);
  const [, more] = await put(store, ['e']);
  expect(more).toHaveLength(4);
  expect(await store.put(tape('longer'))).toBeNull();
});
