/** @module roc: how well a score tells two groups apart, at every threshold. */

/** At a threshold: the share of each group whose score is at least that. */
export type RocPoint = {
  readonly threshold: number;
  readonly false_positive: number;
  readonly detected: number;
};

export type Roc = {
  /** From the highest threshold to the lowest. */
  readonly points: readonly RocPoint[];
  /** Probability that a liar scores above an honest agent, ties by halves; null without both. */
  readonly area: number | null;
};

/** @param honest scores of agents that should not be detected, @param liars of those that should */
export function rocOf(honest: readonly number[], liars: readonly number[]): Roc {
  const thresholds = [...new Set([...honest, ...liars])].toSorted((a, b) => b - a);
  const points = thresholds.map((threshold) => ({
    threshold,
    false_positive: share(honest, threshold),
    detected: share(liars, threshold),
  }));
  return { points, area: honest.length === 0 || liars.length === 0 ? null : areaUnder(points) };
}

function share(scores: readonly number[], threshold: number): number {
  return scores.length === 0
    ? 0
    : scores.filter((score) => score >= threshold).length / scores.length;
}

/** By trapezia from (0, 0), which gives ties one half. */
function areaUnder(points: readonly RocPoint[]): number {
  let area = 0;
  let from = { false_positive: 0, detected: 0 };
  for (const to of points) {
    area += ((to.false_positive - from.false_positive) * (from.detected + to.detected)) / 2;
    from = to;
  }
  return area;
}
