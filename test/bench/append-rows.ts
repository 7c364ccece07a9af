/** @module append-rows: durable appends through the keeper beside processes that each write for themselves. */
import { measureAppends, type AppendRow } from './append.ts';
import type { BenchRow } from './measure.ts';

/** Targets: latency with six servers, fairness, and events per second when requests are pipelined. */
const P99_MS = 5;
const SHARE = 0.8;
const EVENTS_PER_S = 25_000;

/** Rows of durable appends. */
export async function appendRows(): Promise<readonly BenchRow[]> {
  const rows = await measureAppends();
  const keeper = rows.filter(({ way }) => way === 'keeper');
  return keeper.map((row) => (row.depth === 1 ? waiting(row, rows) : pipelined(row)));
}

function figures({ p50Ms, p99Ms, maxMs, share, operationsPerS }: AppendRow): string {
  const ms = [p50Ms, p99Ms, maxMs].map((value) => value.toFixed(2));
  return `p50 ${ms[0]} ms, p99 ${ms[1]} ms, max ${ms[2]} ms, share ${share.toFixed(2)}, ${Math.round(operationsPerS)} operations/s`;
}

/** One request at a time from each process, against the same number of direct writers. */
function waiting(row: AppendRow, rows: readonly AppendRow[]): BenchRow {
  const direct = rows.find(
    ({ way, processes, depth }) => way === 'direct' && processes === row.processes && depth === 1,
  );
  return {
    what: `durable append, ${row.processes} processes, one at a time`,
    baseline: direct === undefined ? 'none' : `each writes for itself: ${figures(direct)}`,
    measured: figures(row),
    ratio: direct === undefined ? null : row.p99Ms / direct.p99Ms,
    target: `p99 ≤ ${P99_MS} ms, share ≥ ${SHARE}`,
    holds: row.p99Ms <= P99_MS && row.share >= SHARE,
  };
}

function pipelined(row: AppendRow): BenchRow {
  const { processes, depth, eventsPerOperation, eventsPerS } = row;
  return {
    what: `durable append, ${processes} processes, ${depth} in flight, ${eventsPerOperation} events each`,
    baseline: 'none of its own: see the rows above',
    measured: `${Math.round(eventsPerS)} events/s; ${figures(row)}`,
    ratio: null,
    target: `≥ ${EVENTS_PER_S} events/s pipelined`,
    holds: eventsPerS >= EVENTS_PER_S,
  };
}
