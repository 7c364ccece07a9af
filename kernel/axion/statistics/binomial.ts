/** @module binomial: probabilities of the binomial distribution, with equal results on every machine. */
import { sum } from './sums.ts';

/** The probability of each count of successes among `n` trials, from 0 to `n`. */
export function binomial(n: number, p: number): readonly number[] {
  if (p <= 0 || p >= 1) {
    return Array.from({ length: n + 1 }, (_, k) => (k === (p >= 1 ? n : 0) ? 1 : 0));
  }
  // Weights relative to the mode: they cannot overflow, and an underflow has no effect.
  const mode = Math.min(n, Math.floor((n + 1) * p));
  const odds = p / (1 - p);
  const weights = Array.from({ length: n + 1 }, () => 0);
  weights[mode] = 1;
  for (let k = mode + 1; k <= n; k += 1) {
    weights[k] = (weights[k - 1] ?? 0) * ((n - k + 1) / k) * odds;
  }
  for (let k = mode - 1; k >= 0; k -= 1) {
    weights[k] = (weights[k + 1] ?? 0) * ((k + 1) / (n - k)) * (1 / odds);
  }
  const total = sum(weights);
  return weights.map((weight) => weight / total);
}

/** The probability of at least `k` successes among `n` trials. */
export function atLeast(k: number, n: number, p: number): number {
  return sum(binomial(n, p).slice(Math.max(0, k)));
}

/** The probability of at most `k` successes among `n` trials. */
export function atMost(k: number, n: number, p: number): number {
  return sum(binomial(n, p).slice(0, k + 1));
}
