/** @module equivalent: mutants that no test can tell from the code, each with the reason. */

/** A changed line as it was and is, its spaces made one. */
export type Equivalent = {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly because: string;
};

export const EQUIVALENT: readonly Equivalent[] = [
  {
    file: 'kernel/model/branches/differences.ts',
    before: 'return [host, level, top].find((owner) => owner !== null && gone.has(owner)) ?? null;',
    after: 'return [host, level, top].find((owner) => owner !== null && gone.get(owner)) ?? null;',
    because: 'the values of the map are elements',
  },
  {
    file: 'kernel/model/state/lookup.ts',
    before: 'Math.min(start.y, end.y) - margin <= max.y &&',
    after: 'Math.min(start.y, end.y) - margin < max.y &&',
    because: 'the margin is 0.001 mm more than the wall reaches',
  },
  {
    file: 'kernel/model/state/lookup.ts',
    before: 'if (near > 0 || far < 0) return false;',
    after: 'if (near > 0 || far < 0) return true;',
    because: 'a room that is looked at in vain stays as it is',
  },
  {
    file: 'kernel/model/state/plan-grid.ts',
    before: 'const MOST_CELLS = 2048;',
    after: 'const MOST_CELLS = 2049;',
    because: 'what covers more cells is found by another list',
  },
  {
    file: 'kernel/model/effect/effect.ts',
    before: 'return Object.fromEntries(changed.toSorted(([a], [b]) => (a < b ? -1 : 1)));',
    after: 'return Object.fromEntries(changed.toSorted(([a], [b]) => (a < b ? -2 : 1)));',
    because: 'only the sign of a comparison counts',
  },
];
