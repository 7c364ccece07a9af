/** @module v2-summary: what the episodes of an agent come to under protocol v2, with intervals by distinct world. */
import { ENTROPY_BINS } from '../env/metrics-oracle.ts';
import type { EntropyBin } from '../env/metrics-oracle.ts';
import { cliffOf } from '../harness/cliff.ts';
import type { EpisodeRecord } from '../harness/episode-record.ts';
import { bootstrapInterval, byCluster, effectiveSize } from '../statistics/clusters.ts';
import type { Clusters } from '../statistics/clusters.ts';
import { powerAgainst } from '../statistics/power.ts';
import { wilson } from '../statistics/wilson.ts';
import type { Interval } from '../statistics/wilson.ts';
import type { Share, V2Part, V2Record } from './v2-record.ts';

/** Below this share of decided episodes an agent is not judged. */
const LEAST_DECIDED = 0.8;
/** An agent passes above the first and fails below the second, interval and all. */
const PASSES_ABOVE = 0.8;
const FAILS_BELOW = 0.5;

/** What protocol v2 adds to the summary of an agent. */
export type V2AgentSummary = {
  /** Passed episodes of all: an undecided one is not passed. */
  readonly pass_rate: number;
  /** 95 %, Wilson at the effective number of episodes. */
  readonly interval: Interval;
  readonly decided_share: number;
  /** Distinct worlds. */
  readonly worlds: number;
  readonly verdict: 'PASS' | 'FAIL' | 'INCONCLUSIVE';
  /** Only where the interval of each bin from there on lies below 0.5. */
  readonly cliff_bin: EntropyBin | null;
  readonly v2: {
    /** 95 %, from samples of whole worlds. */
    readonly bootstrap: Interval;
    readonly effective_n: number;
    readonly design_effect: number;
    /** How surely this many episodes show that a true rate of 0.35 is below 0.5, and one of 0.95 above 0.8. */
    readonly power: { readonly to_fail: number; readonly to_pass: number };
    /** Episodes in which a part failed, or was left undecided. */
    readonly failed_parts: Readonly<Partial<Record<V2Part, number>>>;
    readonly undecided_parts: Readonly<Partial<Record<V2Part, number>>>;
    /** Probed steps that did something, of all probed steps. */
    readonly acting_share: number | null;
    readonly claims: Share;
    readonly omissions: Share;
    readonly fidelity: Share;
    readonly entropy_bins: readonly V2Bin[];
  };
};

/** Episodes whose world has an entropy in one bin; the rate is of all of them, null without one. */
export type V2Bin = {
  readonly bin: EntropyBin;
  readonly episodes: number;
  readonly worlds: number;
  readonly pass_rate: number | null;
  readonly interval: Interval;
};

/** @param seed determines the samples of the bootstrap; undefined without an episode under the protocol */
export function summarizeV2(
  records: readonly EpisodeRecord[],
  seed: string,
): V2AgentSummary | undefined {
  const own = records.flatMap(({ v2 }) => v2 ?? []);
  if (own.length === 0) return undefined;
  const worlds = passesByWorld(own);
  const entropy_bins = ENTROPY_BINS.map(({ bin }) => binOf(bin, records));
  const { effective_n, design_effect, clusters } = effectiveSize(worlds);
  const pass_rate = share(own, ({ status }) => status === 'pass');
  const decided_share = share(own, ({ status }) => status !== 'inconclusive');
  const interval = wilson(pass_rate, effective_n);
  return {
    pass_rate,
    interval,
    decided_share,
    worlds: clusters,
    verdict: verdictOf(interval, decided_share),
    cliff_bin: cliffOf(
      entropy_bins.map(({ bin, episodes, interval: [, high] }) => ({
        bin,
        pass_rate: episodes === 0 ? null : high,
      })),
    ),
    v2: {
      bootstrap: bootstrapInterval(worlds, seed),
      effective_n,
      design_effect,
      power: {
        to_fail: powerAgainst(FAILS_BELOW, 0.35, effective_n),
        to_pass: powerAgainst(PASSES_ABOVE, 0.95, effective_n),
      },
      failed_parts: partsThat(own, 'fail'),
      undecided_parts: partsThat(own, 'inconclusive'),
      acting_share: actingShare(own),
      claims: added(own, ({ claims }) => claims),
      omissions: added(own, ({ omissions }) => omissions),
      fidelity: added(own, ({ fidelity }) => fidelity),
      entropy_bins,
    },
  };
}

function passesByWorld(records: readonly V2Record[]): Clusters {
  return byCluster(
    records,
    ({ world }) => world,
    ({ status }) => (status === 'pass' ? 1 : 0),
  );
}

function binOf(bin: EntropyBin, records: readonly EpisodeRecord[]): V2Bin {
  const own = records.flatMap(({ entropy_bin, v2 }) => (entropy_bin === bin ? (v2 ?? []) : []));
  const { effective_n, clusters } = effectiveSize(passesByWorld(own));
  const pass_rate = own.length === 0 ? null : share(own, ({ status }) => status === 'pass');
  return {
    bin,
    episodes: own.length,
    worlds: clusters,
    pass_rate,
    interval: wilson(pass_rate ?? 0, effective_n),
  };
}

function verdictOf([low, high]: Interval, decided: number): V2AgentSummary['verdict'] {
  if (decided < LEAST_DECIDED) return 'INCONCLUSIVE';
  if (low > PASSES_ABOVE) return 'PASS';
  return high < FAILS_BELOW ? 'FAIL' : 'INCONCLUSIVE';
}

function partsThat(
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

function added(records: readonly V2Record[], of: (record: V2Record) => Share): Share {
  return {
    checks: total(records, (record) => of(record).checks),
    failed: total(records, (record) => of(record).failed),
  };
}

function actingShare(records: readonly V2Record[]): number | null {
  const acting = total(records, (record) => record.acting_probed);
  const all = acting + total(records, (record) => record.idle_probed);
  return all === 0 ? null : acting / all;
}

function share<T>(members: readonly T[], holds: (member: T) => boolean): number {
  return members.filter(holds).length / members.length;
}

function total<T>(members: readonly T[], of: (member: T) => number): number {
  return members.reduce((sum, member) => sum + of(member), 0);
}
