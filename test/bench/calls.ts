/** @module calls: pings and short calls of a server while a long call runs, and how soon a cancelled call is refused. */
import { setTimeout as wait } from 'node:timers/promises';

import { workspacePaths } from '../../governance/keeper/workspace/workspace-files.ts';
import { openSqliteWriter } from '../../kernel/ledger/sqlite-writer.ts';
import { connect, testWorkspace, type Connected } from '../e2e/connect.ts';
import { creation, stored } from './building.ts';
import { type BenchRow, type Spread, spread } from './measure.ts';
import { MIXED_10K, mixedBuilding } from './mixed-building.ts';
import { setPolicy, UNLIMITED } from './policy.ts';

const why = { reasoning: 'bench' };
const ROUNDS = 6;
/** A clash run is cancelled after this time, ms. */
const CANCELLED_MS = 300;

async function timed(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await call();
  return (performance.now() - start) * 1000;
}

/** Durations of calls in turn while `goesOn` says so. */
async function durations(
  call: () => Promise<unknown>,
  goesOn: (calls: number) => boolean,
): Promise<readonly number[]> {
  const found: number[] = [];
  while (goesOn(found.length)) {
    found.push(await timed(call));
    await wait(2);
  }
  return found;
}

/** Whether a promise is still pending. */
function pending(work: Promise<unknown>): () => boolean {
  const state = { isPending: true };
  void work.finally(() => {
    state.isPending = false;
  });
  return () => state.isPending;
}

function row(what: string, idle: Spread, busy: Spread, limit_ms: number): BenchRow {
  const text = ({ p50_us, p99_us }: Spread): string =>
    `p50 ${(p50_us / 1000).toFixed(1)} ms p99 ${(p99_us / 1000).toFixed(1)}`;
  return {
    what,
    baseline: `idle server ${text(idle)}`,
    measured: text(busy),
    ratio: busy.p50_us / idle.p50_us,
    target: `p99 ≤ ${limit_ms} ms`,
    holds: busy.p99_us <= limit_ms * 1000,
  };
}

/** Time from cancelling a clash run to its refusal, ms. */
async function cancelled(server: Connected): Promise<number> {
  const stop = new AbortController();
  const call = { name: 'clash_detection', arguments: { ...why } };
  const run = server.client.callTool(call, undefined, { signal: stop.signal }).catch(() => null);
  await wait(CANCELLED_MS);
  const start = performance.now();
  stop.abort(new Error('enough'));
  await run;
  // The client gives up at once; the server has refused the call once it answers the next ping.
  await server.client.ping();
  return performance.now() - start;
}

/** All rows, over a building of 10,000 elements. */
export async function callRows(): Promise<readonly BenchRow[]> {
  const workspace = testWorkspace();
  const { dir, remove } = workspace;
  await setPolicy(dir, UNLIMITED);
  const writer = openSqliteWriter(workspacePaths(dir).store);
  const rows = [...stored([...mixedBuilding(MIXED_10K)].map(creation))];
  await writer.transact((tx) => tx.appendEvents(rows));
  await writer.close();
  const server = await connect(dir, 'all');
  try {
    const clash = async (): Promise<unknown> => await server.call('clash_detection', why);
    const long = {
      'one long call runs': clash,
      'two long calls run': async (): Promise<unknown> => await Promise.all([clash(), clash()]),
    };
    const element_id = rows[1]?.aggregate_id;
    const calls = [
      ['ping', 20, async () => await server.client.ping()],
      ['get_element', 50, async () => await server.call('get_element', { element_id, ...why })],
      ['get_model_summary', 50, async () => await server.call('get_model_summary', why)],
    ] as const;
    for (const [, , call] of calls) await call();
    await long['two long calls run']();
    const found: BenchRow[] = [];
    for (const [name, limit_ms, call] of calls) {
      const idle = spread(await durations(call, (count) => count < 300));
      for (const [while_, run] of Object.entries(long)) {
        const busy: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          busy.push(...(await durations(call, pending(run()))));
        }
        found.push(row(`${name} while ${while_}`, idle, spread(busy), limit_ms));
      }
    }
    const stops: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) stops.push(await cancelled(server));
    const slowest = Math.max(...stops);
    return [
      ...found,
      {
        what: 'cancelling a clash run, until the server answers again',
        baseline: `${ROUNDS} runs`,
        measured: `slowest ${slowest.toFixed(0)} ms`,
        ratio: null,
        target: '≤ 200 ms',
        holds: slowest <= 200,
      },
    ];
  } finally {
    await server.close();
    remove();
  }
}
