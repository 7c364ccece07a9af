/** @module choice: lists the mutants of some sources in an order that depends on a seed and visits every room in turn. */
import { roomOf } from '../architecture/source-imports.ts';
import type { Equivalent } from './equivalent.ts';
import { lineOf, type Mutation, mutationsOf } from './mutations.ts';

/** A mutation of a file, with the changed line before and after it. */
export type Mutant = {
  readonly file: string;
  readonly mutation: Mutation;
  readonly line: number;
  readonly before: string;
  readonly after: string;
};

/**
 * All mutants of the sources, except those that are known to be equivalent, in an order that depends on the seed: one of
 * each room, then a second of each, and so on.
 */
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
  // Excluded after shuffling, so that the order of the others does not depend on the list of equivalents.
  const order = byRooms(shuffled(all, seed));
  return order.filter(
    (mutant) =>
      !equivalent.some(
        ({ file, before, after }) =>
          file === mutant.file && before === mutant.before && after === mutant.after,
      ),
  );
}

/** The mutants in rounds: each round takes the next one of every room. */
function byRooms(mutants: readonly Mutant[]): readonly Mutant[] {
  const rounds = new Map<string, number>();
  return mutants
    .map((mutant) => {
      const room = roomOf(mutant.file);
      const round = rounds.get(room) ?? 0;
      rounds.set(room, round + 1);
      return { mutant, round };
    })
    .toSorted((a, b) => a.round - b.round)
    .map(({ mutant }) => mutant);
}

function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const random = randomOf(seed);
  const order = items.map((item) => ({ item, rank: random() }));
  return order.toSorted((a, b) => a.rank - b.rank).map(({ item }) => item);
}

/** A generator of numbers in [0, 1), equal for equal seeds (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
