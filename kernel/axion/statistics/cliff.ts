/** @module cliff: where the pass rate falls and stays down as worlds become more crowded. */
import type { EntropyBin } from '../env/metrics-oracle.ts';

const CLIFF = 0.5;

/**
 * The first bin from which on the pass rate stays below 0.5; null when there is none.
 *
 * Bins without a decisive episode are ignored: they neither start nor end a cliff.
 *
 * @param bins pass rates, or the upper ends of their intervals for a cliff that they support
 */
export function cliffOf(
  bins: readonly { readonly bin: EntropyBin; readonly pass_rate: number | null }[],
): EntropyBin | null {
  const known = bins.filter((one) => one.pass_rate !== null);
  const lastAbove = known.findLastIndex((one) => (one.pass_rate ?? 0) >= CLIFF);
  return known[lastAbove + 1]?.bin ?? null;
}
