/** @module compare-episodes: rates of groups of episodes with intervals, and their differences. */
import {
  measuredRate,
  passedOf,
  type MeasuredRate,
} from '../../kernel/axion/harness/world-rate.ts';
import { PROBES } from '../../kernel/axion/kernel/probe-engine.ts';
import { differenceInterval, type Share } from '../../kernel/axion/statistics/difference.ts';
import type { Interval } from '../../kernel/axion/statistics/wilson.ts';
import type { EpisodeRow } from './run-files.ts';

/** Episodes of one agent in one run or batch. */
export type Group = {
  /** Id of the run or batch, as given. */
  readonly id: string;
  readonly agent: string;
  readonly episodes: readonly EpisodeRow[];
};

/** The compared measures: the whole episode, each probe, and whether an object was collected. */
const MEASURES = ['all', ...PROBES, 'collected'] as const;
export type Measure = (typeof MEASURES)[number];

/** The rate of one group minus that of another. */
export type MeasuredDifference = {
  /** null when a group has no decided episode. */
  readonly difference: number | null;
  readonly interval: Interval;
  /** Whether the interval excludes 0. */
  readonly clear: boolean;
};

export type Comparison = {
  readonly groups: readonly (Pick<Group, 'id' | 'agent'> & {
    readonly episodes: number;
    readonly rates: Readonly<Record<Measure, MeasuredRate>>;
  })[];
  /** Each later group against its base: the first group of the same agent, else the first group. */
  readonly differences: readonly {
    readonly of: Pick<Group, 'id' | 'agent'>;
    readonly against: Pick<Group, 'id' | 'agent'>;
    readonly measures: Readonly<Record<Measure, MeasuredDifference>>;
  }[];
};

/** The rates of each group, and the difference of each later group from its base group. */
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
        measures: overMeasures((measure) => differenceOf(one.rates[measure], base.rates[measure])),
      };
    }),
  };
}

/** One value for each measure. */
function overMeasures<T>(valueOf: (measure: Measure) => T): Readonly<Record<Measure, T>> {
  return {
    all: valueOf('all'),
    P3: valueOf('P3'),
    P4: valueOf('P4'),
    P5: valueOf('P5'),
    P6: valueOf('P6'),
    collected: valueOf('collected'),
  };
}

/** 1 if the measure passed (or an object was collected), 0 if not, undefined for an undecided episode. */
function outcomeOf(episode: EpisodeRow, measure: Measure): 0 | 1 | undefined {
  if (measure === 'collected') return episode.outcome.collected > 0 ? 1 : 0;
  return passedOf(
    measure === 'all' ? episode.status : episode.probe_results[measure]?.details.status,
  );
}

/** The difference of two rates with its interval, by effective numbers of episodes. */
function differenceOf(one: MeasuredRate, base: MeasuredRate): MeasuredDifference {
  const [a, b] = [shareOf(one), shareOf(base)];
  const interval = differenceInterval(a, b);
  const difference = one.rate === null || base.rate === null ? null : one.rate - base.rate;
  return { difference, interval, clear: interval[0] > 0 || interval[1] < 0 };
}

function shareOf({ rate, effective_n }: MeasuredRate): Share {
  return { p: rate ?? 0, n: rate === null ? 0 : effective_n };
}
