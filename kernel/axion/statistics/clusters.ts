/** @module clusters: how much outcomes that share a world say, and intervals that respect it. */
import { seededRandom } from '../seeded-random.ts';
import type { Interval } from './wilson.ts';

/** Outcomes from 0 to 1, one list per world. */
export type Clusters = readonly (readonly number[])[];

/** Outcomes by the world in which they came about, in the order of their first appearance. */
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

/** What clustering does to a sample. */
export type Effective = {
  readonly n: number;
  readonly clusters: number;
  /** Correlation within clusters (analysis of variance), not below 0; 0 when every cluster has one member. */
  readonly correlation: number;
  /** Variance against that of independent outcomes: 1 + (m − 1)·correlation with m of Kish. */
  readonly design_effect: number;
  /** Independent outcomes that say as much. */
  readonly effective_n: number;
};

/**
 * The effective size of a sample. Outcomes of one world that are all equal count as one, also where all outcomes of the
 * sample are equal: then the correlation cannot be estimated, and the worst is assumed.
 */
export function effectiveSize(clusters: Clusters): Effective {
  const sizes = clusters.map((one) => one.length);
  const n = total(sizes);
  const count = clusters.length;
  if (n === 0) return { n, clusters: 0, correlation: 0, design_effect: 1, effective_n: 0 };
  const correlation = n === count ? 0 : correlationOf(clusters, n);
  // Kish's mean size, weighted by size.
  const m = total(sizes.map((size) => size * size)) / n;
  const design_effect = Math.max(1, 1 + (m - 1) * correlation);
  return { n, clusters: count, correlation, design_effect, effective_n: n / design_effect };
}

function correlationOf(clusters: Clusters, n: number): number {
  const count = clusters.length;
  if (count < 2) return 1;
  const mean = total(clusters.flat()) / n;
  let between = 0;
  let within = 0;
  for (const one of clusters) {
    const own = total(one) / one.length;
    between += one.length * (own - mean) ** 2;
    within += total(one.map((value) => (value - own) ** 2));
  }
  if (between + within === 0) return 1;
  const sizes = clusters.map((one) => one.length);
  const usual = (n - total(sizes.map((size) => size * size)) / n) / (count - 1);
  const msb = between / (count - 1);
  const msw = within / (n - count);
  return Math.max(0, (msb - msw) / (msb + (usual - 1) * msw));
}

/** The standard error of the mean of clustered outcomes (Miller 2024, appendix A). */
export function clusteredError(clusters: Clusters): number {
  const n = total(clusters.map((one) => one.length));
  const mean = total(clusters.flat()) / n;
  const squares = clusters.map((one) => total(one.map((value) => value - mean)) ** 2);
  return Math.sqrt(total(squares)) / n;
}

const DRAWS = 2000;

/**
 * The 95 % percentile interval of the mean from 2,000 samples of whole clusters with replacement (Field and Welsh 2007).
 *
 * @param seed determines the samples
 */
export function bootstrapInterval(clusters: Clusters, seed: string): Interval {
  if (clusters.length === 0) return [0, 1];
  const random = seededRandom(seed);
  const parts = clusters.map((one) => ({ sum: total(one), size: one.length }));
  const means = Array.from({ length: DRAWS }, () => {
    let sum = 0;
    let size = 0;
    for (let i = 0; i < parts.length; i += 1) {
      const part = parts[random.int(0, parts.length - 1)];
      sum += part?.sum ?? 0;
      size += part?.size ?? 0;
    }
    return sum / size;
  }).toSorted((a, b) => a - b);
  const at = (share: number): number => means[Math.round(share * (DRAWS - 1))] ?? 0;
  return [at(0.025), at(0.975)];
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
