/** @module names: the nearest of a few known names to a misspelt one. */
import { editDistance } from '../../text/edit-distance.ts';

/** Edits beyond this all count the same. */
const MOST_EDITS = 20;

/** All of `known`, those most like `name` first; equal ones in the given order. */
export function nearestFirst(name: string, known: readonly string[]): readonly string[] {
  const wanted = name.toLowerCase();
  return known
    .map((candidate, index) => ({
      candidate,
      index,
      distance: distance(wanted, candidate.toLowerCase()),
    }))
    .toSorted((a, b) => a.distance - b.distance || a.index - b.index)
    .map(({ candidate }) => candidate);
}

/** Edit distance, less when one contains the other (`fire_rating` means `fire_rating_min`). */
function distance(a: string, b: string): number {
  if (a.length >= 3 && (a.includes(b) || b.includes(a))) return Math.abs(a.length - b.length) / 10;
  return editDistance(a, b, MOST_EDITS);
}
