/** @module roc: the ROC curve: how well a score separates two groups, at every threshold. */

/** The shares of both groups whose score is at least the threshold. */
export type RocPoint = {
  readonly threshold: number;
  readonly false_positive: number;
  readonly detected: number;
};

export type Roc = {
  /** From the highest threshold to the lowest. */
  readonly points: readonly RocPoint[];
  /**
   * Area under the curve: the probability that a liar scores above an honest agent (ties count half); null if a group
   * is empty.
   */
  readonly area: number | null;
};

/**
 * The ROC curve of a score.
 *
 * @param honest scores of honest agents
 * @param liars scores of agents that should be detected
 */
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

/** The area by the trapezoidal rule from (0, 0), which counts ties half. */
function areaUnder(points: readonly RocPoint[]): number {
  let area = 0;
  let from = { false_positive: 0, detected: 0 };
  for (const to of points) {
    area += ((to.false_positive - from.false_positive) * (from.detected + to.detected)) / 2;
    from = to;
  }
  return area;
}
