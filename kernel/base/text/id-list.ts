/** @module id-list: formats a list of ids for a sentence. */

/** Default maximum number of named ids; further ids are only counted. */
const NAMED = 5;

/** The first `most` ids in backticks, and the number of the others: ``a`, `b` and 3 more``. */
export function listed(ids: readonly string[], most = NAMED): string {
  const named = ids.slice(0, most).map((id) => `\`${id}\``);
  const more = ids.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
