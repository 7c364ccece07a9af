/** @module short-ids: lookup of approvals by a part of their ids. */

/** Prefix of every approval id, and the minimum length of a shortened id without this prefix. */
const PREFIX = 'apr_';
export const MIN_SHORT_ID = 4;

/** The ids that begin or end with `part`; an empty list when it is too short. A part with the prefix must be the beginning. */
export function idsWith(part: string, ids: readonly string[]): readonly string[] {
  const rest = part.startsWith(PREFIX) ? part.slice(PREFIX.length) : part;
  if (rest.length < MIN_SHORT_ID) return [];
  return ids.filter(
    (id) => id.startsWith(`${PREFIX}${rest}`) || (rest === part && id.endsWith(rest)),
  );
}
