/** @module world-rate: rates of episodes with intervals that count equal starting worlds as fewer. */
import { hashJson } from '../hashing.ts';
import { byCluster, effectiveSize } from '../statistics/clusters.ts';
import { wilson } from '../statistics/wilson.ts';
import type { Interval } from '../statistics/wilson.ts';
import { DENSITIES, startState } from './scenarios.ts';
import type { DensityLevel, Scenario } from './scenarios.ts';

/** A rate of decided episodes with its 95 % interval; null where none was decided. */
export type MeasuredRate = {
  readonly rate: number | null;
  readonly interval: Interval;
  readonly decided: number;
  readonly undecided: number;
  /** Different starting worlds among the decided; equal ones say less, so the interval counts them as `effective_n`. */
  readonly worlds: number;
  readonly effective_n: number;
};

/** What of an episode says in which world it started. */
export type Started = {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly density: DensityLevel;
  readonly v2?: { readonly world: string } | undefined;
};

/** @param outcomeOf 1, 0, or undefined where the episode decides nothing */
export function measuredRate<T extends Started>(
  episodes: readonly T[],
  outcomeOf: (episode: T) => 0 | 1 | undefined,
): MeasuredRate {
  const decided = episodes.flatMap((episode) => {
    const outcome = outcomeOf(episode);
    return outcome === undefined ? [] : [{ outcome, world: worldOf(episode) }];
  });
  const clusters = byCluster(
    decided,
    ({ world }) => world,
    ({ outcome }) => outcome,
  );
  const { effective_n } = effectiveSize(clusters);
  const passed = decided.filter(({ outcome }) => outcome === 1).length;
  const rate = decided.length === 0 ? null : passed / decided.length;
  return {
    rate,
    interval: wilson(rate ?? 0, effective_n),
    decided: decided.length,
    undecided: episodes.length - decided.length,
    worlds: clusters.length,
    effective_n,
  };
}

/** What two starting worlds have in common when they differ in their label only. */
function worldOf({ v2, scenario, seed, density }: Started): string {
  if (v2 !== undefined) return v2.world;
  return hashJson({ ...startState(scenario, seed, DENSITIES[density]), rng_seed: '' });
}
