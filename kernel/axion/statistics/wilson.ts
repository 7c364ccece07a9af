/** @module wilson: the Wilson score interval of a proportion. */

/** The 0.975 quantile of the normal distribution. */
const Z95 = 1.959963984540054;

/** Lower and upper end of a confidence interval. */
export type Interval = readonly [low: number, high: number];

/**
 * The 95 % score interval of Wilson (1927) for a proportion `p` of `n` trials; [0, 1] when `n` is 0.
 *
 * @param n may be the effective number of trials, which need not be an integer
 */
export function wilson(p: number, n: number): Interval {
  if (n <= 0) return [0, 1];
  const z2 = Z95 * Z95;
  const centre = p + z2 / (2 * n);
  const half = Z95 * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n));
  const whole = 1 + z2 / n;
  return [Math.max(0, (centre - half) / whole), Math.min(1, (centre + half) / whole)];
}
