/** @module measure: two ways to do the same, in turn, on the same machine at the same time. */

/** One printed comparison. `ratio` is measured over baseline, null where a target is absolute. */
export type BenchRow = {
  readonly what: string;
  readonly baseline: string;
  readonly measured: string;
  readonly ratio: number | null;
  readonly target: string;
  readonly holds: boolean;
};

/** Percentiles in microseconds. */
export type Spread = { readonly p50_us: number; readonly p99_us: number; readonly max_us: number };

/** The value below which `share` of the sorted numbers lie. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Spread of durations in microseconds. */
export function spread(durations_us: readonly number[]): Spread {
  const sorted = durations_us.toSorted((x, y) => x - y);
  return {
    p50_us: percentile(sorted, 0.5),
    p99_us: percentile(sorted, 0.99),
    max_us: percentile(sorted, 1),
  };
}

type Timed = () => unknown;

async function timed(call: Timed, calls: number): Promise<readonly number[]> {
  const durations: number[] = [];
  for (let index = 0; index < calls; index += 1) {
    const start = performance.now();
    await call();
    durations.push((performance.now() - start) * 1000);
  }
  return durations;
}

/**
 * Runs A and B in turn after one round that is not counted. The ratio is the median over rounds of p50(B) / p50(A),
 * so that a machine whose speed drifts does not decide it.
 */
export async function alternating(
  a: Timed,
  b: Timed,
  { rounds, calls }: { readonly rounds: number; readonly calls: number },
): Promise<{ readonly a: Spread; readonly b: Spread; readonly ratio: number }> {
  const all = { a: new Array<number>(), b: new Array<number>() };
  const ratios: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const [first, second] = [await timed(a, calls), await timed(b, calls)];
    if (round === 0) continue;
    all.a.push(...first);
    all.b.push(...second);
    ratios.push(spread(second).p50_us / spread(first).p50_us);
  }
  return {
    a: spread(all.a),
    b: spread(all.b),
    ratio: percentile(
      ratios.toSorted((x, y) => x - y),
      0.5,
    ),
  };
}
