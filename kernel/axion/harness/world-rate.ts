/** @module world-rate: rates over episodes, with confidence intervals that allow for repeated starting worlds. */
import { byCluster, effectiveSize } from '../statistics/clusters.ts';
import { wilson, type Interval } from '../statistics/wilson.ts';
import {
  DENSITIES,
  startState,
  worldDigest,
  type DensityLevel,
  type Scenario,
} from './scenarios.ts';

/** A rate of decided episodes with its 95 % interval; the rate is null if no episode was decided. */
export type MeasuredRate = {
  readonly rate: number | null;
  readonly interval: Interval;
  readonly decided: number;
  readonly undecided: number;
  /** Number of distinct starting worlds of the decided episodes. */
  readonly worlds: number;
  /** Effective sample size, on which the interval is based: repeated worlds give less information. */
  readonly effective_n: number;
};

/** The members of an episode that determine its starting world. */
export type Started = {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly density: DensityLevel;
  readonly v2?: { readonly world: string } | undefined;
};

/** 1 for pass, 0 for fail, undefined for any other status. */
export function passedOf(status: string | undefined): 0 | 1 | undefined {
  return status === 'pass' ? 1 : status === 'fail' ? 0 : undefined;
}

/** The rate over decided episodes. @param outcomeOf 1, 0, or undefined for an undecided episode */
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

/** A key of the starting world that does not depend on its label. */
function worldOf({ v2, scenario, seed, density }: Started): string {
  if (v2 !== undefined) return v2.world;
  return worldDigest(startState(scenario, seed, DENSITIES[density]));
}
