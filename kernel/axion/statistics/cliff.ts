/** @module cliff: finds the entropy bin from which on the pass rate stays low. */
import type { EntropyBin } from '../env/metrics-oracle.ts';

/** Pass rates below this are low. */
const CLIFF = 0.5;

/**
 * The first bin from which on the pass rate stays below 0.5; null without such a bin.
 *
 * Bins without a decisive episode are ignored: they neither start nor end a cliff.
 *
 * @param bins pass rates, or the upper ends of their intervals for a statistically supported cliff
 */
export function cliffOf(
  bins: readonly { readonly bin: EntropyBin; readonly pass_rate: number | null }[],
): EntropyBin | null {
  const known = bins.filter((one) => one.pass_rate !== null);
  const lastAbove = known.findLastIndex((one) => (one.pass_rate ?? 0) >= CLIFF);
  return known[lastAbove + 1]?.bin ?? null;
}
