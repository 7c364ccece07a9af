/** @module names: the nearest of a few known names to a misspelt one. */

/** All of `known`, those most like `name` first; equal ones in the given order. */
export function nearestFirst(name: string, known: readonly string[]): readonly string[] {
  const wanted = name.toLowerCase();
  return known
    .map((candidate, index) => ({ candidate, index, distance: distance(wanted, candidate) }))
    .toSorted((a, b) => a.distance - b.distance || a.index - b.index)
    .map(({ candidate }) => candidate);
}

/** Edit distance, less when one contains the other (`fire_rating` means `fire_rating_min`). */
function distance(a: string, b: string): number {
  if (a.length >= 3 && (a.includes(b) || b.includes(a))) return Math.abs(a.length - b.length) / 10;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
