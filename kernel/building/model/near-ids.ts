/** @module near ids: finds the ids that are closest to an unknown id. */
import { compareText } from '../../base/canonical/deep-equal.ts';
import { editDistance } from '../../base/text/edit-distance.ts';

/** Edits beyond this count as "something else". */
const MOST_EDITS = 4;

function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

/** Up to `limit` ids closest to `wanted`: fewest edits first, then the longest common prefix, then by id. */
export function nearestIds(
  ids: Iterable<string>,
  wanted: string,
  limit: number,
): readonly string[] {
  const asked = wanted.toLowerCase();
  const found: { readonly id: string; readonly edits: number; readonly prefix: number }[] = [];
  for (const id of ids) {
    const lower = id.toLowerCase();
    const prefix = commonPrefix(asked, lower);
    // An id with neither a common beginning nor a similar length is not worth computing the edit distance for.
    if (prefix === 0 && Math.abs(asked.length - lower.length) > 1) continue;
    const edits = editDistance(asked, lower, MOST_EDITS);
    const partial = lower.startsWith(asked) || asked.startsWith(lower);
    if (edits <= Math.min(MOST_EDITS, Math.ceil(asked.length / 2)) || (partial && prefix > 0)) {
      found.push({ id, edits, prefix });
    }
  }
  return found
    .toSorted((a, b) => a.edits - b.edits || b.prefix - a.prefix || compareText(a.id, b.id))
    .slice(0, limit)
    .map(({ id }) => id);
}
