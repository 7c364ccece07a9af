/** @module sums: sums, ratios and means. */

/** The sum of `valueOf` over the members. */
export function sumOf<T>(members: readonly T[], valueOf: (member: T) => number): number {
  return members.reduce((total, member) => total + valueOf(member), 0);
}

export function sum(values: readonly number[]): number {
  return sumOf(values, (value) => value);
}

/** part / whole; null when `whole` is 0. */
export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** The arithmetic mean; null for an empty list. */
export function mean(values: readonly number[]): number | null {
  return share(sum(values), values.length);
}
