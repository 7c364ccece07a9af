/** @module edit-distance: the Levenshtein distance of two texts. */

/** Levenshtein distance of two texts in UTF-16 units; `limit` + 1 if it is greater than `limit`. */
export function editDistance(a: string, b: string, limit = Number.POSITIVE_INFINITY): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    let best = i + 1;
    for (let j = 0; j < b.length; j += 1) {
      const substituted = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      const value = Math.min(substituted, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1);
      next.push(value);
      best = Math.min(best, value);
    }
    if (best > limit) return limit + 1;
    row = next;
  }
  const distance = row[b.length] ?? 0;
  return Math.min(distance, limit + 1);
}
