/** @module power: how surely a sample of some size would show a difference. */
import { binomial } from './binomial.ts';
import { wilson } from './wilson.ts';

/**
 * The probability that the 95 % interval of `n` trials lies wholly on one side of a limit, at a true share.
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
