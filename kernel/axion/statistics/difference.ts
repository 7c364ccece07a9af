/** @module difference: the interval of a difference between two shares. */
import { wilson } from './wilson.ts';
import type { Interval } from './wilson.ts';

/** A share `p` of `n` trials; `n` may be an effective number. */
export type Share = { readonly p: number; readonly n: number };

/**
 * The 95 % interval of `a − b` for independent samples: the hybrid score interval of Newcombe (1998, Statistics in Medicine
 * 17:873, method 10). From −1 to 1; the whole range where one has no trial.
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
