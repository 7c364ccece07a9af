/**
 * @module v2-summary: the summary of an agent's episodes under protocol v2, with intervals adjusted for repeated
 * worlds.
 */
import { ENTROPY_BINS, type EntropyBin } from '../env/metrics-oracle.ts';
import type { EpisodeRecord } from '../harness/episode-record.ts';
import { measuredRate, type MeasuredRate } from '../harness/world-rate.ts';
import { cliffOf } from '../statistics/cliff.ts';
import { bootstrapInterval, byCluster, effectiveSize } from '../statistics/clusters.ts';
import { powerAgainst } from '../statistics/power.ts';
import { share, sumOf } from '../statistics/sums.ts';
import type { Interval } from '../statistics/wilson.ts';
import type { Share, V2Part, V2Record } from './v2-record.ts';

/** Smallest share of decided episodes for a verdict on an agent. */
const MIN_DECIDED = 0.8;
/** An agent passes if the whole interval of its pass rate is above this. */
const PASSES_ABOVE = 0.8;
/** An agent fails if the whole interval of its pass rate is below this. */
const FAILS_BELOW = 0.5;

/** The members that protocol v2 adds to the summary of an agent. */
export type V2AgentSummary = {
  /** Passed episodes / all episodes; an inconclusive episode has not passed. */
  readonly pass_rate: number;
  /** 95 % Wilson interval of the pass rate at the effective number of episodes. */
  readonly interval: Interval;
  readonly decided_share: number;
  /** Distinct worlds. */
  readonly worlds: number;
  readonly verdict: 'PASS' | 'FAIL' | 'INCONCLUSIVE';
  /** The first bin from which on every interval is below 0.5; null if there is no such bin. */
  readonly cliff_bin: EntropyBin | null;
  readonly v2: {
    /** 95 % bootstrap interval of the pass rate, from samples of whole worlds. */
    readonly bootstrap: Interval;
    readonly effective_n: number;
    readonly design_effect: number;
    /** Probability that this many episodes show that a true rate of 0.35 is below 0.5, and one of 0.95 above 0.8. */
    readonly power: { readonly to_fail: number; readonly to_pass: number };
    /** Number of episodes in which a part failed. */
    readonly failed_parts: Readonly<Partial<Record<V2Part, number>>>;
    /** Number of episodes in which a part was inconclusive. */
    readonly undecided_parts: Readonly<Partial<Record<V2Part, number>>>;
    /** Share of acting steps among the probed steps. */
    readonly acting_share: number | null;
    readonly claims: Share;
    readonly omissions: Share;
    readonly fidelity: Share;
    readonly entropy_bins: readonly V2Bin[];
  };
};

/** The episodes whose starting world has an entropy in one bin; `pass_rate` is null without an episode. */
export type V2Bin = {
  readonly bin: EntropyBin;
  readonly episodes: number;
  readonly worlds: number;
  readonly pass_rate: number | null;
  readonly interval: Interval;
};

/**
 * The summary of an agent; undefined without an episode under protocol v2.
 *
 * @param seed determines the samples of the bootstrap
 */
export function summarizeV2(
  records: readonly EpisodeRecord[],
  seed: string,
): V2AgentSummary | undefined {
  const own = records.flatMap(({ v2 }) => v2 ?? []);
  if (own.length === 0) return undefined;
  const clusters = byCluster(
    own,
    ({ world }) => world,
    ({ status }) => (status === 'pass' ? 1 : 0),
  );
  const { rate, interval, worlds, effective_n } = passRate(records);
  const entropy_bins = ENTROPY_BINS.map(({ bin }) => binOf(bin, records));
  const decided_share = own.filter(({ status }) => status !== 'inconclusive').length / own.length;
  return {
    pass_rate: rate ?? 0,
    interval,
    decided_share,
    worlds,
    verdict: verdictOf(interval, decided_share),
    cliff_bin: cliffOf(
      entropy_bins.map(({ bin, episodes, interval: [, high] }) => ({
        bin,
        pass_rate: episodes === 0 ? null : high,
      })),
    ),
    v2: {
      bootstrap: bootstrapInterval(clusters, seed),
      effective_n,
      design_effect: effectiveSize(clusters).design_effect,
      power: {
        to_fail: powerAgainst(FAILS_BELOW, 0.35, effective_n),
        to_pass: powerAgainst(PASSES_ABOVE, 0.95, effective_n),
      },
      failed_parts: countParts(own, 'fail'),
      undecided_parts: countParts(own, 'inconclusive'),
      acting_share: actingShare(own),
      claims: sumShares(own, ({ claims }) => claims),
      omissions: sumShares(own, ({ omissions }) => omissions),
      fidelity: sumShares(own, ({ fidelity }) => fidelity),
      entropy_bins,
    },
  };
}

/** The rate of passed episodes among all; an undecided episode has not passed. */
function passRate(records: readonly EpisodeRecord[]): MeasuredRate {
  return measuredRate(records, ({ v2 }) => (v2?.status === 'pass' ? 1 : 0));
}

function binOf(bin: EntropyBin, records: readonly EpisodeRecord[]): V2Bin {
  const {
    decided: episodes,
    worlds,
    rate: pass_rate,
    interval,
  } = passRate(records.filter(({ entropy_bin }) => entropy_bin === bin));
  return { bin, episodes, worlds, pass_rate, interval };
}

function verdictOf([low, high]: Interval, decided: number): V2AgentSummary['verdict'] {
  if (decided < MIN_DECIDED) return 'INCONCLUSIVE';
  if (low > PASSES_ABOVE) return 'PASS';
  return high < FAILS_BELOW ? 'FAIL' : 'INCONCLUSIVE';
}

function countParts(
  records: readonly V2Record[],
  wanted: 'fail' | 'inconclusive',
): Readonly<Partial<Record<V2Part, number>>> {
  const counts: Record<string, number> = {};
  for (const { parts } of records) {
    for (const [part, status] of Object.entries(parts)) {
      if (status === wanted) counts[part] = (counts[part] ?? 0) + 1;
    }
  }
  return counts;
}

function sumShares(records: readonly V2Record[], shareOf: (record: V2Record) => Share): Share {
  return {
    checks: sumOf(records, (record) => shareOf(record).checks),
    failed: sumOf(records, (record) => shareOf(record).failed),
  };
}

function actingShare(records: readonly V2Record[]): number | null {
  const acting = sumOf(records, (record) => record.acting_probed);
  const all = acting + sumOf(records, (record) => record.idle_probed);
  return share(acting, all);
}
