/** @module Durable governed append from several processes at once, beside processes that write for themselves. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

import { connectKeeper } from '../../governance/keeper/connect-keeper.ts';
import { createWorkspaceFiles } from '../../governance/keeper/workspace/workspace-files.ts';
import { BUILDING_CHECKS } from '../../kernel/building/model/checks/checks-module.ts';
import { found } from '../governance/keeper/governed.ts';
import type { AppendResult, AppendTask } from './append-writer.ts';

export type AppendRow = {
  /** `direct` is the baseline: each process with its own connection, `synchronous=FULL`, one unchecked table. */
  readonly way: AppendTask['way'];
  readonly processes: number;
  /** Requests that each process has in flight. */
  readonly depth: number;
  readonly eventsPerOperation: number;
  readonly operationsPerS: number;
  readonly eventsPerS: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Operations of the slowest process over those of the fastest, 1 is fair. */
  readonly share: number;
};

type Setting = Pick<AppendRow, 'way' | 'processes' | 'depth' | 'eventsPerOperation'>;

const SETTINGS: readonly Setting[] = [
  ...[1, 2, 4, 6].flatMap((processes) =>
    (['direct', 'keeper'] as const).map((way) => ({
      way,
      processes,
      depth: 1,
      eventsPerOperation: 1,
    })),
  ),
  ...[1, 2, 4, 6].map((processes) => ({
    way: 'keeper' as const,
    processes,
    depth: 32,
    eventsPerOperation: 1,
  })),
  { way: 'keeper', processes: 1, depth: 32, eventsPerOperation: 20 },
  { way: 'keeper', processes: 4, depth: 8, eventsPerOperation: 20 },
];

/** Runs every setting for `ms` milliseconds, one after the other, each in a workspace of its own. */
export async function measureAppends(ms = 2000): Promise<readonly AppendRow[]> {
  const rows: AppendRow[] = [];
  for (const setting of SETTINGS) rows.push(await measure(setting, ms));
  return rows;
}

/** The baseline's table, made once: a mode that several processes set at the same time is refused to some. */
function createStore(dir: string): string {
  const path = join(dir, 'direct.db');
  using db = new DatabaseSync(path);
  db.exec('PRAGMA journal_mode=WAL');
  db.exec('CREATE TABLE events (seq INTEGER PRIMARY KEY, id TEXT UNIQUE, body TEXT)');
  return path;
}

async function measure(setting: Setting, ms: number): Promise<AppendRow> {
  const dir = mkdtempSync(join(tmpdir(), 'append-'));
  const store = createStore(dir);
  createWorkspaceFiles(dir);
  const founder = await connectKeeper({ checks: BUILDING_CHECKS, dir });
  await found(founder, dir);
  await founder.close();
  const writers = await Promise.all(
    Array.from({ length: setting.processes }, async (_, i) => {
      const { way, depth, eventsPerOperation } = setting;
      const task: AppendTask = { dir, store, way, depth, eventsPerOperation, ms, session: `s${i}` };
      const child = fork(new URL('./append-writer.ts', import.meta.url), [JSON.stringify(task)]);
      await once(child, 'message');
      return child;
    }),
  );
  await pause(1000);
  const ends = writers.map((child) => once(child, 'exit'));
  const results = await Promise.all(
    writers.map(async (child) => {
      const answer = once(child, 'message') as Promise<[AppendResult]>;
      child.send('go');
      return (await answer)[0];
    }),
  );
  for (const child of writers) child.send('end');
  await Promise.all(ends);
  rmSync(dir, { recursive: true });
  return rowOf(setting, results);
}

function rowOf(setting: Setting, results: readonly AppendResult[]): AppendRow {
  const sorted = results.flatMap((result) => result.latenciesMs).toSorted((a, b) => a - b);
  const counts = results.map((result) => result.latenciesMs.length);
  const seconds = Math.max(...results.map((result) => result.elapsedMs)) / 1000;
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return {
    ...setting,
    operationsPerS: sorted.length / seconds,
    eventsPerS: (sorted.length * setting.eventsPerOperation) / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
    share: Math.min(...counts) / Math.max(...counts),
  };
}
