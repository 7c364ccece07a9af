/** @module near ids: which ids someone may have meant. */
import { compareText } from './deep-equal.ts';

/** Edits beyond this count as "something else". */
const MOST_EDITS = 4;

/** Edit distance (Levenshtein) of two texts, or `limit` + 1 when it is larger. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    let best = i + 1;
    for (let j = 0; j < b.length; j++) {
      const substituted = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      const value = Math.min(substituted, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1);
      next.push(value);
      best = Math.min(best, value);
    }
    if (best > limit) return limit + 1;
    row = next;
  }
  return row[b.length] ?? limit + 1;
}

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
    // What shares neither a beginning nor (nearly) a length is not worth the table.
    if (prefix === 0 && Math.abs(asked.length - lower.length) > 1) continue;
    const edits = editDistance(asked, lower, MOST_EDITS);
    const partial = lower.startsWith(asked) || asked.startsWith(lower);
    if (edits <= Math.min(MOST_EDITS, Math.ceil(asked.length / 2)) || (partial && prefix > 0))
      found.push({ id, edits, prefix });
  }
  return found
    .toSorted((a, b) => a.edits - b.edits || b.prefix - a.prefix || compareText(a.id, b.id))
    .slice(0, limit)
    .map(({ id }) => id);
}
