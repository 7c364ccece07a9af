/** @module binomial: probabilities of the binomial distribution, by arithmetic that is the same on every machine. */

/** The probability of each count of successes among `n` trials, from 0 to `n`. */
export function binomial(n: number, p: number): readonly number[] {
  if (p <= 0 || p >= 1) {
    return Array.from({ length: n + 1 }, (_, k) => (k === (p >= 1 ? n : 0) ? 1 : 0));
  }
  // Relative to the most probable count, so that nothing overflows and what underflows does not matter.
  const most = Math.min(n, Math.floor((n + 1) * p));
  const odds = p / (1 - p);
  const weights = Array.from({ length: n + 1 }, () => 0);
  weights[most] = 1;
  for (let k = most + 1; k <= n; k += 1) {
    weights[k] = (weights[k - 1] ?? 0) * ((n - k + 1) / k) * odds;
  }
  for (let k = most - 1; k >= 0; k -= 1) {
    weights[k] = (weights[k + 1] ?? 0) * ((k + 1) / (n - k)) * (1 / odds);
  }
  const total = sum(weights);
  return weights.map((weight) => weight / total);
}

/** The probability of `k` successes or more. */
export function atLeast(k: number, n: number, p: number): number {
  return sum(binomial(n, p).slice(Math.max(0, k)));
}

/** The probability of `k` successes or fewer. */
export function atMost(k: number, n: number, p: number): number {
  return sum(binomial(n, p).slice(0, k + 1));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
