/** @module sampled: a share of the cases of a large table in `npm test`; the first round of `npm run test:laws` takes all. */
import process from 'node:process';

const takesAll = process.env['LAW_ROUND'] === '0';

/**
 * Every `share`-th case, beginning with number `from`. Callers that pass the same cases and different `from` (the number
 * of an agent, of a tool) take different cases, so that together they take all of them.
 */
export function sampled<T>(cases: readonly T[], share: number, from: number): readonly T[] {
  if (takesAll || cases.length < share) return cases;
  return cases.filter((_, index) => index % share === from % share);
}
