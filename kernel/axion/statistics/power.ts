/**
 * @module power: statistical power: the probability that a sample shows that a true proportion differs from a limit.
 */
import { binomial } from './binomial.ts';
import { wilson } from './wilson.ts';

/**
 * The probability that the whole 95 % interval of `n` trials is on the same side of a limit as the true proportion.
 *
 * @param n is rounded to a whole number
 */
export function powerAgainst(limit: number, truth: number, n: number): number {
  const trials = Math.round(n);
  return binomial(trials, truth).reduce((sum, chance, k) => {
    const [low, high] = wilson(k / Math.max(1, trials), trials);
    const shown = truth > limit ? low > limit : high < limit;
    return sum + (shown ? chance : 0);
  }, 0);
}
