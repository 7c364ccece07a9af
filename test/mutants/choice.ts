/** @module choice: which mutants are tried, in an order that a seed decides. */
import type { Equivalent } from './equivalent.ts';
import { lineOf, type Mutation, mutationsOf } from './mutations.ts';

/** A mutation of a file, with what it makes of its line. */
export type Mutant = {
  readonly file: string;
  readonly mutation: Mutation;
  readonly line: number;
  readonly before: string;
  readonly after: string;
};

/** All mutants of some sources but those that are known to be equivalent, in the order of the seed. */
export function mutantsOf(
  sources: readonly { readonly file: string; readonly source: string }[],
  seed: number,
  equivalent: readonly Equivalent[],
): readonly Mutant[] {
  const all = sources.flatMap(({ file, source }) =>
    mutationsOf(file, source).map((mutation): Mutant => {
      const { line, before, after } = lineOf(source, mutation);
      return { file, mutation, line, before, after };
    }),
  );
  // Left out after the order is decided, so that it stays the same for the others.
  return shuffled(all, seed).filter(
    (mutant) =>
      !equivalent.some(
        ({ file, before, after }) =>
          file === mutant.file && before === mutant.before && after === mutant.after,
      ),
  );
}

function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const random = randomOf(seed);
  const order = items.map((item) => ({ item, rank: random() }));
  return order.toSorted((a, b) => a.rank - b.rank).map(({ item }) => item);
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
