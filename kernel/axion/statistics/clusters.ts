/** @module clusters: effective sample sizes and intervals for outcomes that are correlated within worlds. */
import { seededRandom } from '../seeded-random.ts';
import { sum } from './sums.ts';
import type { Interval } from './wilson.ts';

/** Outcomes from 0 to 1, one list per world. */
export type Clusters = readonly (readonly number[])[];

/** Outcomes grouped by world, in the order of their first appearance. */
export function byCluster<T>(
  members: readonly T[],
  keyOf: (member: T) => string,
  valueOf: (member: T) => number,
): Clusters {
  const found = new Map<string, number[]>();
  for (const member of members) {
    const key = keyOf(member);
    const own = found.get(key) ?? [];
    own.push(valueOf(member));
    found.set(key, own);
  }
  return [...found.values()];
}

/** The effect of clustering on a sample. */
export type Effective = {
  readonly n: number;
  readonly clusters: number;
  /** Intraclass correlation (analysis of variance), at least 0; 0 when every cluster has one member. */
  readonly correlation: number;
  /** Variance relative to independent outcomes: 1 + (m − 1) · correlation, with Kish's mean cluster size m. */
  readonly design_effect: number;
  /** Number of independent outcomes with the same information. */
  readonly effective_n: number;
};

/**
 * The effective size of a sample. If all outcomes within each world are equal, each world counts as one outcome. If all
 * outcomes of the sample are equal, the correlation cannot be estimated, and 1 (the worst case) is assumed.
 */
export function effectiveSize(clusters: Clusters): Effective {
  const sizes = clusters.map((one) => one.length);
  const n = sum(sizes);
  const count = clusters.length;
  if (n === 0) return { n, clusters: 0, correlation: 0, design_effect: 1, effective_n: 0 };
  const correlation = n === count ? 0 : correlationOf(clusters, n);
  // Kish's mean cluster size, weighted by size.
  const m = sum(sizes.map((size) => size * size)) / n;
  const design_effect = Math.max(1, 1 + (m - 1) * correlation);
  return { n, clusters: count, correlation, design_effect, effective_n: n / design_effect };
}

function correlationOf(clusters: Clusters, n: number): number {
  const count = clusters.length;
  if (count < 2) return 1;
  const mean = sum(clusters.flat()) / n;
  let between = 0;
  let within = 0;
  for (const one of clusters) {
    const own = sum(one) / one.length;
    between += one.length * (own - mean) ** 2;
    within += sum(one.map((value) => (value - own) ** 2));
  }
  if (between + within === 0) return 1;
  const sizes = clusters.map((one) => one.length);
  const typicalSize = (n - sum(sizes.map((size) => size * size)) / n) / (count - 1);
  const msb = between / (count - 1);
  const msw = within / (n - count);
  return Math.max(0, (msb - msw) / (msb + (typicalSize - 1) * msw));
}

/** Number of bootstrap samples. */
const DRAWS = 2000;

/**
 * The 95 % percentile interval of the mean from 2,000 samples of whole clusters with replacement (Field and Welsh
 * 2007).
 *
 * @param seed determines the samples
 */
export function bootstrapInterval(clusters: Clusters, seed: string): Interval {
  if (clusters.length === 0) return [0, 1];
  const random = seededRandom(seed);
  const parts = clusters.map((one) => ({ outcomes: sum(one), size: one.length }));
  const means = Array.from({ length: DRAWS }, () => {
    let outcomes = 0;
    let size = 0;
    for (let i = 0; i < parts.length; i += 1) {
      const part = parts[random.int(0, parts.length - 1)];
      outcomes += part?.outcomes ?? 0;
      size += part?.size ?? 0;
    }
    return outcomes / size;
  }).toSorted((a, b) => a - b);
  const at = (share: number): number => means[Math.round(share * (DRAWS - 1))] ?? 0;
  return [at(0.025), at(0.975)];
}
