/** @module short-ids: lookup of approvals by a part of their ids. */

/** Prefix of every approval id, and the minimum length of a shortened id without it. */
const PREFIX = 'apr_';
export const SHORT_LEAST = 4;

/** The ids that begin or end with `part`; none when it is too short. A part with the prefix must be the beginning. */
export function idsWith(part: string, ids: readonly string[]): readonly string[] {
  const rest = part.startsWith(PREFIX) ? part.slice(PREFIX.length) : part;
  if (rest.length < SHORT_LEAST) return [];
  return ids.filter(
    (id) => id.startsWith(`${PREFIX}${rest}`) || (rest === part && id.endsWith(rest)),
  );
}
