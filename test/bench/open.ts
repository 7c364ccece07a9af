/** @module open bench: the first answer over a million events, with a snapshot and without, and a fork from far back. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  createWorkspaceFiles,
  type WorkspacePaths,
} from '../../governance/keeper/workspace/workspace-files.ts';
import { MAIN } from '../../kernel/building/model/model.ts';
import { openSqliteReader } from '../../kernel/ledger/sqlite-reader.ts';
import { openSqliteWriter, type SqliteWriter } from '../../kernel/ledger/sqlite-writer.ts';
import type { PlannedEvent, StoredEvent } from '../../schemas/events.ts';
import { openBuildingDomain } from '../../servers/building/domain.ts';
import { Snapshots } from '../../servers/world/snapshots.ts';
import { type BuildingSize, buildingElements, creation, edits, LARGE, stored } from './building.ts';
import type { BenchRow } from './measure.ts';

const EVENTS = 1_000_000;
const APPENDED_AT_ONCE = 5000;
/** Somewhat more than a million elements. */
const VAST: BuildingSize = { storeys: 4, nodes: 154 };
const WALL = 'wall_1_h17_17';
/** A server has left a snapshot here on its way, and a branch forks a little later. */
const EARLIER = 450_000;
const FORK = 470_000;
const ROUNDS = 5;

function* history(size: BuildingSize): Generator<PlannedEvent> {
  const elements = [...buildingElements(size)].slice(0, EVENTS);
  for (const element of elements) yield creation(element);
  yield* edits(elements, EVENTS - elements.length);
}

/** Appends the next events of a history. */
async function append(
  writer: SqliteWriter,
  events: Iterator<StoredEvent>,
  count: number,
): Promise<void> {
  for (let left = count; left > 0; left -= APPENDED_AT_ONCE) {
    const rows = Array.from({ length: Math.min(left, APPENDED_AT_ONCE) }, () => {
      const { value, done } = events.next();
      if (done === true) throw new Error('the history is too short');
      const { seq: _seq, branch_seq: _branchSeq, ...event } = value;
      return event;
    });
    await writer.transact((tx) => tx.appendEvents(rows));
  }
}

/** What a server does from its first question about the model to the answer. */
async function firstAnswer(
  paths: WorkspacePaths,
  from: 'snapshot' | 'ledger',
  then: (domain: Awaited<ReturnType<typeof openBuildingDomain>>) => Promise<void> | void = () => {},
): Promise<number> {
  const start = performance.now();
  const reader = openSqliteReader(paths.store);
  await using snapshots = new Snapshots({
    paths,
    reader,
    log: (line) => {
      throw new Error(line);
    },
    clock: () => 0,
  });
  const domain = await openBuildingDomain(reader, from === 'snapshot' ? { snapshots } : {});
  await domain.catchUp();
  const wall = domain.view(MAIN).element(WALL);
  const ms = performance.now() - start;
  if (wall === undefined) throw new Error('the model is not that of the ledger');
  await then(domain);
  reader.close();
  return ms;
}

async function median(work: () => Promise<number>): Promise<number> {
  const found: number[] = [];
  for (let i = 0; i < ROUNDS; i++) found.push(await work());
  return found.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}

/** The longest time (ms) for which nothing else was answered while `work` ran. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let [last, longest] = [performance.now(), 0];
  const ticking = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  await work();
  clearInterval(ticking);
  return longest;
}

type Limit = { readonly target: string; readonly holds: (ms: number, ratio: number) => boolean };

function comparison(
  what: string,
  without: number,
  [name, ms]: readonly [string, number],
  { target, holds }: Limit,
): BenchRow {
  const ratio = ms / without;
  return {
    what,
    baseline: `the ledger is read: ${without.toFixed(0)} ms`,
    measured: `${name}: ${ms.toFixed(0)} ms`,
    ratio,
    target,
    holds: holds(ms, ratio),
  };
}

const AT_ONCE: Limit = { target: '≤ 500 ms', holds: (ms) => ms <= 500 };
const NEAR: Limit = { target: '≤ 0.1 of the baseline', holds: (_, ratio) => ratio <= 0.1 };
const FREE: Limit = { target: '≤ 100 ms', holds: (ms) => ms <= 100 };

/** Rows of one building; its workspace goes away. */
async function rowsOf(size: BuildingSize, name: string): Promise<readonly BenchRow[]> {
  const paths = createWorkspaceFiles(mkdtempSync(join(tmpdir(), 'plumbline-bench-open-')));
  const writer = openSqliteWriter(paths.store);
  try {
    const events = stored(history(size));
    await append(writer, events, EARLIER);
    await firstAnswer(paths, 'snapshot');
    await append(writer, events, EVENTS - EARLIER - APPENDED_AT_ONCE);
    const hold = await longestHold(async () => await firstAnswer(paths, 'snapshot'));
    await append(writer, events, APPENDED_AT_ONCE);
    const without = await firstAnswer(paths, 'ledger');
    const opened = await median(async () => await firstAnswer(paths, 'snapshot'));
    let forked = 0;
    await firstAnswer(paths, 'snapshot', async (domain) => {
      await append(writer, forkAt(FORK), 1);
      const start = performance.now();
      await domain.catchUp();
      forked = performance.now() - start;
      if (domain.view('late').branch_seq !== 1) throw new Error('there is no fork');
    });
    return [
      comparison(
        `first answer over ${EVENTS} events, ${name}`,
        without,
        ['from a snapshot', opened],
        AT_ONCE,
      ),
      comparison(
        `fork ${EVENTS - FORK} events back, ${name}`,
        without,
        ['from an earlier one', forked],
        NEAR,
      ),
      comparison(
        `longest hold while a snapshot is made, ${name}`,
        without,
        ['event loop', hold],
        FREE,
      ),
    ];
  } finally {
    await writer.close();
    rmSync(paths.dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

function forkAt(from_seq: number): Iterator<StoredEvent> {
  const payload = { name: 'late', from: MAIN, from_seq };
  const event: PlannedEvent = { type: 'branch.created', aggregate_id: 'late', payload };
  return stored([event], { branch: 'late', seq: EVENTS, branch_seq: 0 });
}

/** All rows; makes two stores of some hundred megabytes each. */
export async function openRows(): Promise<readonly BenchRow[]> {
  return [
    ...(await rowsOf(LARGE, '107,608 elements')),
    ...(await rowsOf(VAST, '1,000,000 elements')),
  ];
}
