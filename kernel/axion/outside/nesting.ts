/** @module nesting: how deep data from outside may nest. */

/** Defined members nest at most 7 deep; this leaves room for free members and is far below the limit of the stack. */
export const NESTING_MAX = 64;

/** Whether a value nests deeper than that; recurses at most so far. */
export function nestsTooDeep(value: unknown, levels: number = NESTING_MAX): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => nestsTooDeep(member, levels - 1));
}
