/** @module snapshots.test: a model that opens from a snapshot, over a real store, with the thread that creates snapshots. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { codeVersion } from '../../../governance/keeper/snapshots/code-version.ts';
import { SnapshotFiles } from '../../../governance/keeper/snapshots/snapshot-files.ts';
import {
  createWorkspaceFiles,
  type WorkspacePaths,
} from '../../../governance/keeper/workspace/workspace-files.ts';
import { SNAPSHOT_CODE } from '../../../kernel/building/model/snapshot/snapshot-code.ts';
import type { LedgerWriter } from '../../../kernel/ledger/ledger.ts';
import { openSqliteReader, type SqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { openSqliteWriter } from '../../../kernel/ledger/sqlite-writer.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import { BuildingDomain } from '../../../servers/building/domain.ts';
import { Snapshots } from '../../../servers/world/snapshots.ts';
import { created, TestLedger } from '../../kernel/building/model/build.ts';

let paths: WorkspacePaths;
let writer: LedgerWriter;
let reader: SqliteReader;
let ledger: TestLedger;
let height: number;
let logged: string[];
let opened: Snapshots[];

beforeEach(() => {
  paths = createWorkspaceFiles(mkdtempSync(join(tmpdir(), 'plumbline-snapshots-')));
  writer = openSqliteWriter(paths.store);
  reader = openSqliteReader(paths.store);
  ledger = new TestLedger();
  height = 3000;
  logged = [];
  opened = [];
});
afterEach(async () => {
  for (const snapshots of opened) await snapshots[Symbol.asyncDispose]();
  reader.close();
  await writer.close();
  rmSync(paths.dir, { recursive: true, force: true, maxRetries: 5 });
});

async function commit(branch: string, events: readonly PlannedEvent[]): Promise<void> {
  const rows = ledger
    .store(branch, events)
    .map(({ seq: _seq, branch_seq: _branchSeq, ...row }) => row);
  await writer.transact((tx) => tx.appendEvents(rows));
}

/** One event each. */
async function rise(times: number): Promise<void> {
  const events: PlannedEvent[] = [];
  for (let i = 0; i < times; i++) {
    const payload = { updates: { height: height + 1 }, previous: { height } };
    events.push({ type: 'element.modified', aggregate_id: 'W1', payload });
    height += 1;
  }
  await commit('main', events);
}

async function begin(events: number): Promise<void> {
  await commit('main', [created('level', 'L1'), created('wall', 'W1')]);
  await rise(events - 2);
}

/** A clock that makes every pause long enough. */
function later(): () => number {
  let now = 0;
  return () => (now += 1e9);
}

function open(clock: () => number = later()): { domain: BuildingDomain; snapshots: Snapshots } {
  const log = (line: string): void => {
    logged.push(line);
  };
  const snapshots = new Snapshots({ paths, reader, log, clock });
  opened.push(snapshots);
  return { domain: new BuildingDomain(reader, null, { snapshots }), snapshots };
}

/** The same, with the seqs after which this thread reads events. */
function openCounted(clock?: () => number): {
  readonly domain: BuildingDomain;
  readonly read: readonly number[];
} {
  const read: number[] = [];
  const eventsAfter: SqliteReader['eventsAfter'] = (seq, limit) => {
    read.push(seq);
    return reader.eventsAfter(seq, limit);
  };
  const { snapshots } = open(clock);
  return { domain: new BuildingDomain({ ...reader, eventsAfter }, null, { snapshots }), read };
}

function heightIn(domain: BuildingDomain, branch = 'main'): number | undefined {
  return domain.view(branch).elementOf('W1', 'wall')?.params.height;
}

function names(): readonly string[] {
  try {
    return readdirSync(join(paths.inner, 'cache')).filter((name) => name.endsWith('.snapshot'));
  } catch {
    return [];
  }
}

async function until(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 2400 && !holds(); i++) await setTimeout(50);
  expect(holds()).toBe(true);
}

const FILE = 'model-000000000006000.snapshot';

/** A workspace of 6,000 events with one snapshot of all of them. */
async function withSnapshot(): Promise<void> {
  await begin(6000);
  await open().domain.catchUp();
  await until(() => names().includes(FILE));
}

test('a model has its first snapshot at the 5,000th event', async () => {
  await begin(4999);
  const { domain } = open();
  await domain.catchUp();
  await rise(1);
  expect(names()).toEqual([]);
  await domain.catchUp();
  await until(() => names().includes('model-000000000005000.snapshot'));
});

test('an up-to-date model creates a snapshot, from which the next process continues', async () => {
  await withSnapshot();
  await rise(10);
  const { domain } = open();
  await domain.catchUp();
  expect(heightIn(domain)).toBe(height);
  expect(domain.versions(domain.view('main')).of('W1')).toBe(6010);
  expect(logged).toEqual([]);
  expect(names()).toEqual([FILE]);
});

test('a model opens from a snapshot and reads no earlier events', async () => {
  await withSnapshot();
  const { domain, read } = openCounted();
  await domain.catchUp();
  expect(heightIn(domain)).toBe(height);
  expect(new Set(read)).toEqual(new Set([6000]));
});

test('no snapshot is created by a new process, or if another process has just created one', async () => {
  await withSnapshot();
  await rise(4000);
  const fresh = open(() => 5);
  await fresh.domain.catchUp();
  const level = open();
  await level.domain.catchUp();
  await rise(2000);
  await level.domain.catchUp();
  await until(() => names().length === 2);
  await fresh.domain.catchUp();
  await setTimeout(300);
  expect(names()).toEqual([FILE, 'model-000000000012000.snapshot']);
});

test('a small ledger creates no snapshot', async () => {
  await begin(40);
  const { domain } = open();
  await domain.catchUp();
  expect(heightIn(domain)).toBe(height);
  expect(names()).toEqual([]);
});

test('a modified snapshot, or one of other code, is not used but replaced', async () => {
  await withSnapshot();
  const path = join(paths.inner, 'cache', FILE);
  const file = readFileSync(path);
  const at = Math.floor(file.byteLength / 2);
  file[at] = (file[at] ?? 0) ^ 1;
  writeFileSync(path, file);
  const { domain } = open();
  await domain.catchUp();
  expect(heightIn(domain)).toBe(height);
  expect(logged).toEqual([
    'the snapshot at event 6000 is not used: it does not match this ledger and code',
  ]);
  await until(() => names().includes(FILE) && !readFileSync(path).equals(file));
  const files = new SnapshotFiles(paths, codeVersion(SNAPSHOT_CODE));
  expect((await files.read(6000, reader))?.key.seq).toBe(6000);
  const content = Uint8Array.from((await files.read(6000, reader))?.content ?? []);
  await new SnapshotFiles(paths, 'older').write({
    key: { seq: 6000, event_id: 'event-6000', audit_seq: 0, audit_hash: '0'.repeat(64), code: 'x' },
    content,
  });
  const again = open();
  await again.domain.catchUp();
  expect(heightIn(again.domain)).toBe(height);
  expect(logged).toHaveLength(2);
});

test('a sealed snapshot with invalid content or an inconsistent state is not used', async () => {
  await withSnapshot();
  const files = new SnapshotFiles(paths, codeVersion(SNAPSHOT_CODE));
  const key = await files.keyAt(6000, reader);
  if (key === null) throw new Error('no key');
  await files.write({ key, content: new Uint8Array(64) });
  const first = open();
  await first.domain.catchUp();
  expect(heightIn(first.domain)).toBe(height);
  expect(logged[0]).toMatch(/^the snapshot at event 6000 is not used: SnapshotFault/u);
  await until(
    () => names().length === 1 && readFileSync(join(paths.inner, 'cache', FILE)).length > 1000,
  );
});

test('if nothing can be written, the model opens and reports it once', async () => {
  await begin(6000);
  writeFileSync(join(paths.inner, 'cache'), '');
  const { domain } = open();
  await domain.catchUp();
  expect(heightIn(domain)).toBe(height);
  await until(() => logged.length > 0);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toMatch(/^no snapshot was made: /u);
  await rise(1);
  await domain.catchUp();
  expect(heightIn(domain)).toBe(height);
});

test('a long ledger is read by a separate thread, once for all processes that open it', async () => {
  await begin(21_000);
  // A stopped clock: a process that waits for the snapshot never reads the ledger instead.
  const both = [openCounted(() => 0), openCounted(() => 0)];
  await Promise.all(both.map(({ domain }) => domain.catchUp()));
  expect(both.map(({ domain }) => heightIn(domain))).toEqual([height, height]);
  expect(names()).toEqual(['model-000000000021000.snapshot']);
  for (const { read } of both) expect(new Set(read)).toEqual(new Set([21_000]));
  expect(logged).toEqual([]);
});

test('a long ledger opens without a snapshot if another process hangs while creating one', async () => {
  await begin(21_000);
  let now = 0;
  const { domain } = open(() => (now += 10_000));
  const files = new SnapshotFiles(paths, codeVersion(SNAPSHOT_CODE));
  await files.alone(async () => {
    await domain.catchUp();
    expect(heightIn(domain)).toBe(height);
  });
  expect(names()).toEqual([]);
});

test.runIf(process.platform !== 'win32')('what lies there and is no file is not read', async () => {
  await withSnapshot();
  await rise(1);
  const cache = join(paths.inner, 'cache');
  execFileSync('mkfifo', [join(cache, 'model-000000000006001.snapshot')]);
  const { domain } = open();
  await domain.catchUp();
  expect(heightIn(domain)).toBe(height);
  expect(logged).toEqual([
    'the snapshot at event 6001 is not used: it does not match this ledger and code',
  ]);
});

test('an early fork is built from an earlier snapshot and later events', async () => {
  await withSnapshot();
  const { domain } = open();
  await domain.catchUp();
  await rise(12_000);
  await domain.catchUp();
  await until(() => names().length === 2);
  const read: number[] = [];
  const eventsOfBranch: SqliteReader['eventsOfBranch'] = (branch, after, limit) => {
    read.push(after);
    return reader.eventsOfBranch(branch, after, limit);
  };
  const { snapshots } = open();
  const other = new BuildingDomain({ ...reader, eventsOfBranch }, null, { snapshots });
  await other.catchUp();
  const payload = { name: 'old', from: 'main', from_seq: 6100 };
  await commit('old', [{ type: 'branch.created', aggregate_id: 'old', payload }]);
  await other.catchUp();
  expect(heightIn(other, 'old')).toBe(3000 + 6100 - 2);
  expect(read).toEqual([6000]);
});
