/** @module short-ids: ids of approvals, found by a part of them. */

/** What every id begins with, and how much of the rest a shortened one must have. */
const PREFIX = 'apr_';
export const SHORT_LEAST = 4;

/** The ids that begin or end with a part; none where it is too short. A part that has the prefix is a beginning. */
export function idsWith(part: string, ids: readonly string[]): readonly string[] {
  const rest = part.startsWith(PREFIX) ? part.slice(PREFIX.length) : part;
  if (rest.length < SHORT_LEAST) return [];
  return ids.filter(
    (id) => id.startsWith(`${PREFIX}${rest}`) || (rest === part && id.endsWith(rest)),
  );
}
