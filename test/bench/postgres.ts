/** @module postgres: commits per second on a log in PostgreSQL, with and without batching, beside the store of one machine. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startKeeper } from '../../governance/keeper/commit/group-committer.ts';
import { sharedStore } from '../../governance/keeper/shared/shared-store.ts';
import type { LedgerWriter } from '../../kernel/ledger/ledger.ts';
import { createSqliteStore } from '../../kernel/ledger/sqlite-file.ts';
import { openSqliteWriter } from '../../kernel/ledger/sqlite-writer.ts';
import { makePlainHandlers, plainSubmit } from '../governance/keeper/plain-handlers.ts';
import { postgresServer } from '../kernel/ledger/follow/postgres-server.ts';
import type { BenchRow } from './measure.ts';

const MS = 3000;

type Measured = { readonly perS: number; readonly p50Ms: number; readonly p99Ms: number };

/** Rows of commits through a keeper: requests in flight at one keeper, and keepers on one log. */
export async function postgresRows(): Promise<readonly BenchRow[]> {
  const server = await postgresServer(true);
  if (typeof server === 'string') {
    process.stdout.write(`left out, no PostgreSQL: ${server}\n`);
    return [];
  }
  const rows: BenchRow[] = [];
  for (const [keepers, depth] of [
    [1, 1],
    [1, 8],
    [1, 64],
    [2, 1],
    [2, 64],
    [4, 64],
  ] as const) {
    const alone = await measure(1, depth, async (path) => openSqliteWriter(path));
    const url = await server.freshDatabase();
    const shared = await measure(keepers, depth, async (path, handlers) => {
      const local = openSqliteWriter(path, { copy: true });
      const { writer } = await sharedStore(local, { url, name: 'plumbline/bench' }, handlers);
      return writer;
    });
    rows.push({
      what: `commits on PostgreSQL, ${keepers} machines, ${depth} in flight at each`,
      baseline: `SQLite, one machine: ${told(alone)}`,
      measured: told(shared),
      ratio: shared.perS / alone.perS,
      target: 'none: to see what a second machine costs',
      holds: true,
    });
  }
  await server.stop();
  return rows;
}

function told({ perS, p50Ms, p99Ms }: Measured): string {
  return `${Math.round(perS)} commits/s, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`;
}

async function measure(
  keepers: number,
  depth: number,
  open: (path: string, handlers: ReturnType<typeof makePlainHandlers>) => Promise<LedgerWriter>,
): Promise<Measured> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-'));
  const durations: number[] = [];
  const writers: LedgerWriter[] = [];
  const loops: Promise<void>[] = [];
  const start = performance.now();
  for (let k = 0; k < keepers; k += 1) {
    const path = join(dir, `${k}.db`);
    createSqliteStore(path);
    const handlers = makePlainHandlers();
    const writer = await open(path, handlers);
    writers.push(writer);
    const on = { committed: () => undefined, lost: () => undefined };
    const committer = await startKeeper(writer, handlers, on);
    for (let d = 0; d < depth; d += 1) {
      const client = {};
      loops.push(
        (async () => {
          while (performance.now() - start < MS) {
            const request = plainSubmit({ operation_id: randomUUID() });
            const before = performance.now();
            await committer.execute(client, (tx, each) => each.submit(tx, request));
            durations.push(performance.now() - before);
          }
        })(),
      );
    }
  }
  await Promise.all(loops);
  const took = performance.now() - start;
  for (const writer of writers) await writer.close();
  rmSync(dir, { recursive: true });
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { perS: (sorted.length * 1000) / took, p50Ms: at(0.5), p99Ms: at(0.99) };
}
