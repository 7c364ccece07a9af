/** @module listed: ids in a sentence. */

/** Ids that are named; of more it is said how many there are. */
const NAMED = 5;

/** ``a`, `b` and 3 more``. */
export function listed(ids: readonly string[]): string {
  const named = ids.slice(0, NAMED).map((id) => `\`${id}\``);
  const more = ids.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
