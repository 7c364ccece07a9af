/** @module analytics: statistics of recent runs: counts, gas, latency, refusals and their trend. */
import type { EntryPage, ToolLedgerEntry } from './ledger-entry.ts';

/** Nearest-rank percentiles of one measure. */
export type Spread = { readonly p50: number; readonly p95: number; readonly max: number };

/** Statistics of one tool. */
export type ToolFigures = {
  readonly tool_id: string;
  readonly runs: number;
  readonly outputs: number;
  /** Number of refusals by Apex code. */
  readonly refusals: Readonly<Record<string, number>>;
  readonly timeouts: number;
  readonly cached: number;
  readonly gas: Spread & { readonly total: number };
  readonly latency_ms: Spread;
  /** Refusal rate of the newer half of the runs minus that of the older half; positive: it got worse. */
  readonly refusal_trend: number;
};

/** Statistics of a window of runs; tools are ordered by name. */
export type ToolAnalytics = {
  readonly runs: number;
  /** False if fewer runs than requested were found and older events were not scanned. */
  readonly complete: boolean;
  readonly tools: readonly ToolFigures[];
};

/** Statistics of the last runs; `wanted` is the requested number of runs. */
export function analyse({ entries, older_before }: EntryPage, wanted: number): ToolAnalytics {
  const byTool = Map.groupBy(entries, ({ route }) => route.replace(/^mpt\./, ''));
  return {
    runs: entries.length,
    complete: entries.length >= wanted || older_before === null,
    tools: [...byTool]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([tool_id, runs]) => figuresOf(tool_id, runs)),
  };
}

function figuresOf(tool_id: string, runs: readonly ToolLedgerEntry[]): ToolFigures {
  const gas = runs.map(({ metrics }) => metrics.gas);
  const half = Math.floor(runs.length / 2);
  const refused = runs.filter(isRefused);
  const codes = refused.map(({ termination }) => termination.slice('REFUSAL('.length, -1));
  return {
    tool_id,
    runs: runs.length,
    outputs: runs.length - refused.length,
    refusals: Object.fromEntries(
      [...new Set(codes)]
        .toSorted()
        .map((code) => [code, codes.filter((one) => one === code).length]),
    ),
    timeouts: runs.reduce((sum, { tool_metrics }) => sum + tool_metrics.timeouts, 0),
    cached: runs.filter(({ provenance }) => (provenance['cache'] ?? 'none') !== 'none').length,
    gas: { total: gas.reduce((sum, one) => sum + one, 0), ...spreadOf(gas) },
    latency_ms: spreadOf(runs.map(({ metrics }) => metrics.latency_ms)),
    refusal_trend:
      half === 0 ? 0 : refusedShare(runs.slice(half)) - refusedShare(runs.slice(0, half)),
  };
}

function isRefused({ termination }: ToolLedgerEntry): boolean {
  return termination !== 'BOUNDED_OUTPUT';
}

function refusedShare(runs: readonly ToolLedgerEntry[]): number {
  return runs.filter(isRefused).length / runs.length;
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { p50: rank(0.5), p95: rank(0.95), max: rank(1) };
}
