/** @module difference: the confidence interval of the difference of two proportions. */
import { wilson, type Interval } from './wilson.ts';

/** A proportion `p` of `n` trials; `n` may be an effective number. */
export type Share = { readonly p: number; readonly n: number };

/**
 * The 95 % interval of `a − b` for independent samples: the hybrid score interval of Newcombe (1998, Statistics in
 * Medicine 17:873, method 10), within [−1, 1]; [−1, 1] when a sample is empty.
 */
export function differenceInterval(a: Share, b: Share): Interval {
  if (a.n <= 0 || b.n <= 0) return [-1, 1];
  const [lowA, highA] = wilson(a.p, a.n);
  const [lowB, highB] = wilson(b.p, b.n);
  const d = a.p - b.p;
  return [
    Math.max(-1, d - Math.sqrt((a.p - lowA) ** 2 + (highB - b.p) ** 2)),
    Math.min(1, d + Math.sqrt((highA - a.p) ** 2 + (b.p - lowB) ** 2)),
  ];
}
