/** @module compare-episodes: rates of groups of episodes with intervals, and their differences. */
import { measuredRate } from '../../kernel/axion/harness/world-rate.ts';
import type { MeasuredRate } from '../../kernel/axion/harness/world-rate.ts';
import { PROBES } from '../../kernel/axion/kernel/probe-engine.ts';
import { differenceInterval } from '../../kernel/axion/statistics/difference.ts';
import type { Share } from '../../kernel/axion/statistics/difference.ts';
import type { Interval } from '../../kernel/axion/statistics/wilson.ts';
import type { EpisodeRow } from './run-files.ts';

/** Episodes of one agent in one run or batch. */
export type Group = {
  /** The run or batch as it was named. */
  readonly id: string;
  readonly agent: string;
  readonly episodes: readonly EpisodeRow[];
};

/** What is compared: all that was asked, each probe, and whether an object was collected. */
const MEASURES = ['all', ...PROBES, 'collected'] as const;
export type Measure = (typeof MEASURES)[number];

/** One group less another. */
export type MeasuredDifference = {
  readonly difference: number | null;
  readonly interval: Interval;
  /** Whether the interval leaves 0 out. */
  readonly clear: boolean;
};

export type Comparison = {
  readonly groups: readonly (Pick<Group, 'id' | 'agent'> & {
    readonly episodes: number;
    readonly rates: Readonly<Record<Measure, MeasuredRate>>;
  })[];
  /** Of each later group against the first of its agent, else against the first of all. */
  readonly differences: readonly {
    readonly of: Pick<Group, 'id' | 'agent'>;
    readonly against: Pick<Group, 'id' | 'agent'>;
    readonly measures: Readonly<Record<Measure, MeasuredDifference>>;
  }[];
};

export function compareGroups(groups: readonly Group[]): Comparison {
  const measured = groups.map(({ id, agent, episodes }) => ({
    id,
    agent,
    episodes: episodes.length,
    rates: overMeasures((measure) =>
      measuredRate(episodes, (episode) => outcomeOf(episode, measure)),
    ),
  }));
  return {
    groups: measured,
    differences: measured.flatMap((one, index) => {
      const base = measured.slice(0, index).find(({ agent }) => agent === one.agent) ?? measured[0];
      if (base === undefined || index === 0) return [];
      return {
        of: { id: one.id, agent: one.agent },
        against: { id: base.id, agent: base.agent },
        measures: overMeasures((measure) => less(one.rates[measure], base.rates[measure])),
      };
    }),
  };
}

function overMeasures<T>(of: (measure: Measure) => T): Readonly<Record<Measure, T>> {
  return {
    all: of('all'),
    P3: of('P3'),
    P4: of('P4'),
    P5: of('P5'),
    P6: of('P6'),
    collected: of('collected'),
  };
}

/** 1, 0, or undefined where the episode decides nothing. */
function outcomeOf(episode: EpisodeRow, measure: Measure): 0 | 1 | undefined {
  if (measure === 'collected') return episode.outcome.collected > 0 ? 1 : 0;
  const status =
    measure === 'all' ? episode.status : episode.probe_results[measure]?.details.status;
  return status === 'pass' ? 1 : status === 'fail' ? 0 : undefined;
}

function less(one: MeasuredRate, base: MeasuredRate): MeasuredDifference {
  const [a, b] = [shareOf(one), shareOf(base)];
  const interval = differenceInterval(a, b);
  const difference = one.rate === null || base.rate === null ? null : one.rate - base.rate;
  return { difference, interval, clear: interval[0] > 0 || interval[1] < 0 };
}

function shareOf({ rate, effective_n }: MeasuredRate): Share {
  return { p: rate ?? 0, n: rate === null ? 0 : effective_n };
}
