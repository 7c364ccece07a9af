/** @module names: ranks known names by similarity to a misspelt one. */
import { editDistance } from '../../../base/text/edit-distance.ts';

/** Cap of the edit distance: larger distances count as equal. */
const MAX_EDITS = 20;

/** Returns all of `known`, most similar to `name` first; ties keep the given order. */
export function nearestFirst(name: string, known: readonly string[]): readonly string[] {
  const lower = name.toLowerCase();
  return known
    .map((candidate, index) => ({
      candidate,
      index,
      distance: distance(lower, candidate.toLowerCase()),
    }))
    .toSorted((a, b) => a.distance - b.distance || a.index - b.index)
    .map(({ candidate }) => candidate);
}

/** Whether one name may be a misspelt form of the other: it contains it, or at most half of its letters differ. */
export function looksLike(name: string, known: string): boolean {
  const lower = name.toLowerCase();
  return distance(lower, known.toLowerCase()) <= lower.length / 2;
}

/** Edit distance, reduced if one name contains the other (`fire_rating` matches `fire_rating_min`). */
function distance(a: string, b: string): number {
  const isPart = Math.min(a.length, b.length) >= 3 && (a.includes(b) || b.includes(a));
  if (isPart) return Math.abs(a.length - b.length) / 10;
  return editDistance(a, b, MAX_EDITS);
}
