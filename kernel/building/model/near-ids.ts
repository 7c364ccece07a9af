/** @module near ids: finds the ids that are closest to an unknown id. */
import { compareText } from '../../base/canonical/deep-equal.ts';
import { editDistance } from '../../base/text/edit-distance.ts';

/** Edits beyond this count as "something else". */
const MAX_EDITS = 4;

function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

/** Up to `limit` ids closest to `wanted`: fewest edits first, then the longest common prefix, then by id. */
export function nearestIds(
  ids: Iterable<string>,
  unknown_id: string,
  limit: number,
): readonly string[] {
  const searched = unknown_id.toLowerCase();
  const found: { readonly id: string; readonly edits: number; readonly prefix: number }[] = [];
  for (const id of ids) {
    const lower = id.toLowerCase();
    const prefix = commonPrefix(searched, lower);
    // An id with neither a common beginning nor a similar length is not worth computing the edit distance for.
    if (prefix === 0 && Math.abs(searched.length - lower.length) > 1) continue;
    const edits = editDistance(searched, lower, MAX_EDITS);
    const partial = lower.startsWith(searched) || searched.startsWith(lower);
    if (edits <= Math.min(MAX_EDITS, Math.ceil(searched.length / 2)) || (partial && prefix > 0)) {
      found.push({ id, edits, prefix });
    }
  }
  return found
    .toSorted((a, b) => a.edits - b.edits || b.prefix - a.prefix || compareText(a.id, b.id))
    .slice(0, limit)
    .map(({ id }) => id);
}
