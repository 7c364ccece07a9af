/** @module listed: several values in one cell. */

/** The values as one text; null without values. */
export function listed(values: readonly (string | number)[]): string | null {
  return values.length === 0 ? null : values.join(', ');
}
