/** @module wilson: intervals of a share. */

/** The 0.975 quantile of the normal distribution. */
const Z95 = 1.959963984540054;

/** Lower and upper end, from 0 to 1. */
export type Interval = readonly [low: number, high: number];

/**
 * The 95 % interval of Wilson (1927) for a share `p` of `n` trials; the whole range without a trial.
 *
 * @param n may be the effective number of trials, which is no whole number
 */
export function wilson(p: number, n: number): Interval {
  if (n <= 0) return [0, 1];
  const z2 = Z95 * Z95;
  const centre = p + z2 / (2 * n);
  const half = Z95 * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n));
  const whole = 1 + z2 / n;
  return [Math.max(0, (centre - half) / whole), Math.min(1, (centre + half) / whole)];
}
