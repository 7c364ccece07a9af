/** @module nesting: the nesting limit of data from outside. */

/** Members of the schemas nest at most 7 deep; this allows for free members and is far below the limit of the stack. */
export const NESTING_MAX = 64;

/** Whether a value is nested more deeply than `levels`; recurses at most `levels` deep. */
export function nestsTooDeep(value: unknown, levels: number = NESTING_MAX): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => nestsTooDeep(member, levels - 1));
}
